// Uploads a file as an artifact of the workflow run, not zipped, so that a browser opens it.
import { copyFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const TIMEOUT_MS = 120_000
const MAX_CAUSE_CHARACTERS = 300

interface Artifact {
  readonly file: string
  /** Without ending. A number is added if the run has an artifact of this name: none is ever overwritten. */
  readonly name: string
  readonly workflowRunUrl: string | null
}

/**
 * @param signal gives the upload up
 * @returns the artifact's address, which redirects a browser to the file
 * @throws Error that says in one line what is wrong, and what to do
 */
export async function uploadArtifact(artifact: Artifact, signal: AbortSignal): Promise<string> {
  const { workflowRunUrl } = artifact
  if (workflowRunUrl === null || !process.env['ACTIONS_RUNTIME_TOKEN'] || !process.env['ACTIONS_RESULTS_URL'])
    throw new Error(
      'the runner gave no token for artifacts. Run the action as a step of its own, with "uses:" in a workflow.',
    )
  if (!/^github\.com$|\.(ghe\.com|localhost)$/.test(new URL(workflowRunUrl).hostname))
    throw new Error('GitHub Enterprise Server cannot open artifacts in a browser. Remove "upload-page".')
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    return `${workflowRunUrl}/artifacts/${await Promise.race([upload(artifact, ended), whenAborted(ended)])}`
  } catch (error) {
    throw new Error(causeAndRemedy(error), { cause: error })
  }
}

async function upload({ file, name }: Artifact, signal: AbortSignal): Promise<number> {
  // Large, so it is loaded only here.
  const { DefaultArtifactClient } = await import('@actions/artifact')
  const client = new DefaultArtifactClient()
  const folder = dirname(file)
  for (let number = 1; ; number += 1) {
    // The artifact has the name of its file.
    const copy = join(folder, `${number === 1 ? name : `${name}-${number}`}.html`)
    copyFileSync(file, copy)
    try {
      const { id } = await client.uploadArtifact(name, [copy], folder, { skipArchive: true })
      if (id === undefined) throw new Error('GitHub gave the artifact no ID')
      return id
    } catch (error) {
      if (signal.aborted || !/\(409\)/.test(String(error))) throw error
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
      reject(new Error(isTimeout ? 'GitHub did not respond in time' : 'the job was cancelled first'))
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** The library adds lines of links and advice to some messages. */
function causeAndRemedy(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const cause = line
    .slice(0, MAX_CAUSE_CHARACTERS)
    .toWellFormed()
    .replace(/[.\s]+$/, '')
  return `${cause}. Re-run the job. If it stays, check the runner's network, HTTPS_PROXY and NO_PROXY, and the quota of artifacts.`
}
