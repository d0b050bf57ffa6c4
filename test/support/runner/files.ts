// The files in which a step writes outputs, state, environment and summary, with the runner's limits.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUMMARY_BYTES = 1024 * 1024
const OUTPUTS_BYTES = 1024 * 1024

export interface StepFiles {
  readonly output: string
  readonly summary: string
  readonly state: string
  readonly env: string
  readonly path: string
  readonly event: string
  /** RUNNER_TEMP. */
  readonly temp: string
}

/** @param temp RUNNER_TEMP. Default: a folder of the step */
export function createStepFiles(folder: string, event: unknown, temp = join(folder, 'temp')): StepFiles {
  const files = {
    output: join(folder, 'output'),
    summary: join(folder, 'summary.md'),
    state: join(folder, 'state'),
    env: join(folder, 'env'),
    path: join(folder, 'path'),
    event: join(folder, 'event.json'),
    temp,
  }
  for (const file of [files.output, files.summary, files.state, files.env, files.path])
    writeFileSync(file, '')
  writeFileSync(files.event, JSON.stringify(event))
  mkdirSync(files.temp, { recursive: true })
  return files
}

/** @throws if the runner would reject the file, or if it is larger than 1 MB */
export function readOutputs(file: string): Record<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (Buffer.byteLength(text) > OUTPUTS_BYTES) throw new Error('The outputs are larger than 1 MB.')
  return readPairs(text)
}

/** On other systems a carriage return belongs to the value. */
const LINE_END = process.platform === 'win32' ? /\r?\n/ : '\n'

/** `name=value` lines and `name<<delimiter` blocks. @throws for anything else */
export function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  const lines = text.split(LINE_END)
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue
    const [, name, delimiter] = /^([^=]*?)<<(.*)$/.exec(line) ?? []
    if (name !== undefined && delimiter !== undefined) {
      if (name === '' || delimiter === '') throw new Error(`Invalid format '${line}'.`)
      const end = lines.indexOf(delimiter)
      if (end < 0) throw new Error(`The value of ${name} does not end with its delimiter.`)
      pairs[name] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join('\n')
    } else {
      const at = line.indexOf('=')
      if (at < 0) throw new Error(`Invalid format '${line}'.`)
      pairs[line.slice(0, at)] = line.slice(at + 1)
    }
  }
  return pairs
}

/** Empty if it is larger than GitHub's limit. */
export function readSummary(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Buffer.byteLength(text) > SUMMARY_BYTES ? '' : text
}

/** The contents of all files below the folder, except one. */
export function readFiles(folder: string, except: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== except)
    .map((path) => readFileSync(path, 'utf8'))
}
