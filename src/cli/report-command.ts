// `agent-tests report`: the page of a results file, opened in the browser.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { readPageTemplate, readResultsFile, STDOUT, writePieces } from '../files.ts'
import { quotedWhole } from '../inputs/values.ts'
import { reportsOf } from '../report/reports.ts'
import { printError } from './display.ts'
import { EXIT, refuse } from './exit.ts'

/** @returns the exit code */
export async function reportCommand(
  path: string,
  options: { readonly html?: string; readonly open: boolean },
): Promise<number> {
  const file = await readResultsFile(path)
  if (!file.ok) return refuse([file.message])
  const page = options.html ?? `${path.replace(/\.json$/i, '')}.html`
  if (resolve(page) === resolve(path))
    return refuse([`Option --html: ${quotedWhole(page)} is the results file. Choose another path.`])
  try {
    writePieces(page, reportsOf(file.results).page(readPageTemplate()))
  } catch (error) {
    return refuse([
      `${quotedWhole(page)} cannot be written (${String(Reflect.get(Object(error), 'message'))}). Choose another path with --html.`,
    ])
  }
  if (page === STDOUT) return EXIT.passed
  console.log(page)
  if (options.open && !process.env['CI']) openInBrowser(page)
  return EXIT.passed
}

/** Where no browser comes up, the printed path says what to open. */
function openInBrowser(page: string): void {
  const opener = openers[process.platform] ?? 'xdg-open'
  const child = spawn(opener, [resolve(page)], { stdio: 'ignore', detached: true })
  child.on('error', () => printError(`warning: no browser could be started (${opener} cannot be run).`))
  child.unref()
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }
