// Asks GitHub what the action takes for granted, on a pull request and an issue that it makes and removes again.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseBody } from '../src/github/marker.ts'

const { GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SHA: sha, GITHUB_EVENT_NAME: on, ...env } = process.env
const name = `facts-${GITHUB_RUN_ID}`
const headers = { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: 'application/vnd.github.full+json' }
const removals = []

async function ask(method, path, body) {
  const url = `${env.GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { ...(await response.json().catch(() => ({}))), status: response.status }
}

function check(isTrue, fact, seen) {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${fact}: ${JSON.stringify(seen)}`)
  if (!isTrue) process.exitCode = 1
}
const areSame = (a, b) => JSON.stringify(a) === JSON.stringify(b)

async function commit(parent, content) {
  const { tree: before } = await ask('GET', `/git/commits/${parent}`)
  const file = { path: `${content}.md`, mode: '100644', type: 'blob', content }
  const { sha: tree } = await ask('POST', '/git/trees', { base_tree: before.sha, tree: [file] })
  return (await ask('POST', '/git/commits', { message: content, tree, parents: [parent] })).sha
}
async function reference(path, of) {
  await ask('POST', '/git/refs', { ref: `refs/${path}`, sha: of })
  removals.push(['DELETE', `/git/refs/${path}`])
}

async function checkMerges(first) {
  const [change, newer] = [await commit(first, 'change'), await commit(first, 'newer')]
  const [base, head] = [`${name}-base`, `${name}-head`]
  await reference(`heads/${base}`, first)
  await reference(`heads/${head}`, change)
  const { number } = await ask('POST', '/pulls', { title: name, head, base })
  removals.push(['PATCH', `/pulls/${number}`, { state: 'closed' }])
  const merged = async (isReady, nth = 0) => {
    const pull = await ask('GET', `/pulls/${number}`)
    const { parents: made } = await ask('GET', `/git/commits/${pull.merge_commit_sha}`)
    const parents = made?.map((each) => each.sha)
    if (nth === 30 || (pull.mergeable && isReady(pull.head.sha))) return { head: pull.head.sha, parents }
    return wait(2_000).then(() => merged(isReady, nth + 1))
  }
  const { parents } = await merged((each) => each === change)
  check(areSame(parents, [first, change]), "the parents of GitHub's merge are (base, head)", parents)
  await ask('PATCH', `/git/refs/heads/${base}`, { sha: newer })
  await ask('PUT', `/pulls/${number}/update-branch`)
  const after = await merged((each) => each !== change)
  check(areSame(after.parents, [newer, after.head]), 'so they are after "Update branch"', after)
  return number
}

async function checkTexts(number) {
  const body = 'a\nb<br>\nc'
  const issue = await ask('POST', '/issues', { title: name, body })
  removals.push(['PATCH', `/issues/${issue.number}`, { state: 'closed' }])
  const comment = await ask('POST', `/issues/${number}/comments`, { body })
  const written = [comment.status, issue.status]
  check(areSame(written, [201, 201]), `on ${on}, the token may comment and open issues`, written)
  for (const [what, { body_html: html = '' }] of Object.entries({ comment, issue }))
    check(html.match(/<br>/g)?.length === 3, `in a ${what}, each line breaks, also behind <br>`, html)
  const mine = Object.values(await ask('GET', '/issues?creator=github-actions%5Bbot%5D'))
  const isMine = mine.some((each) => each?.number === issue.number)
  check(isMine, '`creator` finds the issues of the token', issue.user?.login)
  // As a browser sends it.
  const edited = `Above\r\n\r\n<!-- agent-tests:${'a'.repeat(32)} run:1 attempt:1 -->\r\nBelow`
  const kept = await ask('PATCH', `/issues/comments/${comment.id}`, { body: edited })
  check(parseBody(kept.body ?? '')?.text === 'Below', 'an edit with CRLF keeps the marker', kept.body)
  const long = [65_536, 65_537].map((size) => ({ body: 'a'.repeat(size) }))
  const sizes = await Promise.all(long.map((each) => ask('POST', `/issues/${number}/comments`, each)))
  const statuses = sizes.map((each) => each.status)
  check(areSame(statuses, [201, 422]), 'a comment holds 65,536 characters', statuses)
}

async function checkGit() {
  const { tree = [] } = await ask('GET', `/git/trees/${sha}?recursive=1`)
  const folder = tree.find(({ path }) => path === 'scripts')
  const below = tree.flatMap((each) => (/^scripts\/[^/]+$/.test(each.path) ? each.sha : []))
  const inside = (await ask('GET', `/git/trees/${folder?.sha}`)).tree?.map((each) => each.sha)
  check(areSame(inside, below), 'a folder has the entries of the recursive tree', folder)
  const { jobs = [] } = await ask('GET', `/actions/runs/${GITHUB_RUN_ID}/jobs`)
  for (const job of jobs.filter((each) => / KiB$/.test(each.name))) {
    const isCut = Object.values(await ask('GET', `/check-runs/${job.id}/annotations`)).some((each) =>
      /summary/i.test(each?.message),
    )
    check(isCut === /1025/.test(job.name), 'a summary holds 1,024 KiB', [job.name, isCut])
  }
}

async function checkPush() {
  const { after } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'))
  const { object } = await ask('GET', `/git/ref/tags/${env.GITHUB_REF_NAME}`)
  const [{ status }, seen] = [await ask('GET', `/git/commits/${sha}`), { after, object, sha }]
  check(object?.type === 'tag' && after === object.sha, 'on push, `after` is the annotated tag', seen)
  check(status === 200 && sha !== after, 'on push, GITHUB_SHA is its commit', seen)
}

try {
  check(env.GITHUB_WORKFLOW_SHA === sha, `on ${on}, the workflow is GITHUB_SHA's`, env.GITHUB_WORKFLOW_SHA)
  check(env.QUEUE === 'success', 'with the queue "max", all jobs of a group run', env.QUEUE)
  if (on === 'push') await checkPush()
  await checkGit()
  await checkTexts(await checkMerges(await commit(sha, 'base')))
} finally {
  for (const removal of removals.reverse()) await ask(...removal)
}
console.log('look: git tag -a facts-1 -m facts && git push origin facts-1 asks the same of a push')
console.log('look: edit our comment in a browser; the next run has to edit it, too, and write no second one')
