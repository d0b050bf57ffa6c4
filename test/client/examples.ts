// The `@example` blocks of the client's methods, as programs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './installed-package.ts'

interface Example {
  /** In `src/client`: `evaluation/runs.ts`. */
  readonly file: string
  /** `runAgentTests`. */
  readonly method: string
  readonly code: string
}

const METHOD = /@example\n((?:(?!\*\/)[\s\S])*?)\*\/\s+(\w+)[<(]/g

/** Every method with an example. */
export function methodExamples(): Example[] {
  const folder = join(root, 'src/client')
  return globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(METHOD)].map(([, code = '', method = '']) => ({
      file,
      method,
      code: code.replace(/^\s*\* ?/gm, '').trim(),
    })),
  )
}

/** What both clients have is called on both. */
const FILES = { evaluation: /^(evaluation|core)/, 'voice-form': /^(voice-form|core)/ }

/** One program that runs all examples against a service: `node evaluation-examples.js <base URL>`. */
export function programOf(service: 'evaluation' | 'voice-form'): string {
  const create = service === 'evaluation' ? 'createEvaluationClient' : 'createVoiceFormClient'
  const ids = ['agentUuid', 'testUuid', 'taskId', 'evaluatorUuid', 'taskUuid', 'itemUuid', 'annotatorUuid']
  const names = [...ids, 'agentId', 'conversationId', 'offerSdp']
  return [
    `import { ${create}, toUnixSeconds } from 'agent-tests-client'`,
    `const client = ${create}({ baseUrl: process.argv[2] ?? '', apiKey: 'example-key-0123456789', maxRetries: 0 })`,
    ...names.map((name) => `const ${name} = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'`),
    `export const unused = [toUnixSeconds, ${names.join(', ')}]`,
    ...methodExamples().flatMap(({ file, code }) => (FILES[service].test(file) ? [`{\n${code}\n}`] : [])),
  ].join('\n')
}
