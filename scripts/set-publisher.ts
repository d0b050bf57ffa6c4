// `node scripts/set-publisher.ts acme/agent-tests` names the repository that publishes the action, once, before its first release.
// Until then, `org` stands for its account, and what is downloaded or opened has an address that no host has.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = process.argv[2] ?? ''
if (!/^[\w-]+\/[\w.-]+$/.test(repository)) {
  console.error(`Expected a repository such as acme/agent-tests, not "${repository}".`)
  process.exit(2)
}

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/maintainers@repository\.example/g, `@${repository}-maintainers`],
  [/repository\.example\/owner\/agent-tests/g, `github.com/${repository}`],
  [/ # "org" stands for the account that publishes the action|, where \\?`org\\?` stands [^,.]*,?/g, ''],
  [
    / # replace "org": see step 3| There is no release yet:\n.*?\.(?=\n)|# Replace: org\.\n|(?<=Replace: )org, /g,
    '',
  ],
  [/\borg\/agent-tests\b/g, repository],
]

const own = 'scripts/set-publisher.ts'
const found = execFileSync('git', ['grep', '-lIE', '\\borg\\b|repository\\.example', '--', `:!${own}`], {
  cwd: root,
})
for (const file of String(found).trim().split('\n')) {
  const path = `${root}/${file}`
  const text = REPLACEMENTS.reduce((text, [from, to]) => text.replace(from, to), readFileSync(path, 'utf8'))
  writeFileSync(path, text)
}
