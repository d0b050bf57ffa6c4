// What a step tells its runner: commands in its log, and files. The package @actions/core loads an HTTP stack for it, which takes long.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'

/** The heading of an annotation, and the place in the repository that it is about. */
interface Annotation {
  readonly title?: string
  readonly file?: string | null
  readonly line?: number | null
}

export function info(text: string): void {
  console.log(text)
}

export function warning(message: string, annotation: Annotation = {}): void {
  console.log(command('warning', message, annotation))
}

export function error(message: string, annotation: Annotation = {}): void {
  console.log(command('error', message, annotation))
}

export function startGroup(title: string): void {
  console.log(command('group', title))
}

export function endGroup(): void {
  console.log(command('endgroup', ''))
}

/** Makes the runner show `secret` as `***` from here on. */
export function mask(secret: string): void {
  console.log(command('add-mask', secret))
}

export function setOutput(name: string, value: string | number): void {
  const end = `end-${randomUUID()}`
  append('GITHUB_OUTPUT', `${name}<<${end}\n${value}\n${end}\n`)
}

export function addToSummary(markdown: string): void {
  append('GITHUB_STEP_SUMMARY', markdown)
}

/** To a file that not every runner has. */
function append(variable: 'GITHUB_OUTPUT' | 'GITHUB_STEP_SUMMARY', text: string): void {
  const file = process.env[variable]
  if (file) appendFileSync(file, text)
}

function command(name: string, message: string, { title, file, line }: Annotation = {}): string {
  const properties = Object.entries({ title, file, line }).flatMap(([key, value]) =>
    value == null ? [] : `${key}=${escapeData(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  const words = [name, properties.join(',')].filter((each) => each !== '')
  return `::${words.join(' ')}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
