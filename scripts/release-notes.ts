// `node scripts/release-notes.ts v1.2.3` prints the notes of a release from CHANGELOG.md, and fails if tag, package.json and CHANGELOG.md disagree.
import { readFileSync } from 'node:fs'
import { notesOf } from './changelog.ts'
import { withAbsoluteLinks } from './links.ts'

const tag = process.argv[2] ?? ''
const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const manifest: { version: string; homepage: string } = JSON.parse(read('package.json'))
const { version } = manifest

if (tag !== `v${version}`)
  fail(`The tag is "${tag}", but package.json says ${version}. Tag the commit of the release script.`)
else {
  const notes = notesOf(version, read('CHANGELOG.md'))
  if (notes === null) fail(`CHANGELOG.md has no notes under "## ${version} (<date>)". Add them.`)
  else console.log(withAbsoluteLinks(notes, 'CHANGELOG.md', manifest))
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
