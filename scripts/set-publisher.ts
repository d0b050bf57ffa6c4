// `node scripts/set-publisher.ts acme/agent-tests` names the repository that publishes the action, once, before its first release.
// Until then, `org` stands for its account, and what is downloaded or opened has an address that no host has. It may move later.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = process.argv[2] ?? ''
if (!/^[\w-]+\/[\w.-]+$/.test(repository)) {
  console.error(`Expected a repository such as acme/agent-tests, not "${repository}".`)
  process.exit(2)
}

const { homepage } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const { host, pathname } = new URL(homepage)
const present = pathname.slice(1)

const REPLACEMENTS: readonly (readonly [string | RegExp, string])[] = [
  ['maintainers@repository.example', `@${repository}-maintainers`],
  [`${host}/${present}`, `github.com/${repository}`],
  [/ # "org" stands for the account that publishes the action|,\s+where \\?`org\\?` stands [^,.]*,?/g, ''],
  [/# Replace: org\.\n|(?<=Replace: )org, /g, ''],
  [/<!-- Until there is a release: -->.*?<!-- -->\n\n/gs, ''],
  ['<your fork>', `https://github.com/${repository}`],
  [present, repository],
]

// Tests name no publisher: they read it from package.json.
const files = ['--', ':!scripts/set-publisher.ts', ':!test']
const patterns = ['-e', '\\borg\\b', '-e', 'repository\\.example', '-e', '<your fork>', '-e', present]
const found = execFileSync('git', ['grep', '-lIE', ...patterns, ...files], { cwd: root, encoding: 'utf8' })
for (const file of found.trim().split('\n')) {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  const replaced = REPLACEMENTS.reduce((text, [from, to]) => text.replaceAll(from, to), text)
  if (replaced !== text) writeFileSync(`${root}/${file}`, replaced)
}
