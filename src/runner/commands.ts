// Workflow commands for the time before @actions/core is loaded, which takes long because it includes an HTTP stack.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands

/** Keeps the process running if stdout or stderr is closed or full: the summary and the comment do not depend on them. */
export function ignoreLogErrors(runner: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [runner.stdout, runner.stderr]) stream.on('error', () => undefined)
}

/** An annotation of the job. */
export function errorCommand(title: string, message: string): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::error title=${property}::${escapeData(message)}`
}

/** Makes the runner show `secret` as `***` from here on. */
export function maskCommand(secret: string): string {
  return `::add-mask::${escapeData(secret)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
