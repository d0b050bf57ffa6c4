// Commands that the runner understands; @actions/core loads an HTTP stack, which takes long.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands

/** An annotation of the job, or of a file of the repository. */
export function errorCommand(
  title: string,
  message: string,
  { file, line }: { readonly file?: string | null; readonly line?: number | null } = {},
): string {
  const properties = Object.entries({ title, file, line }).flatMap(([name, value]) =>
    value == null ? [] : `${name}=${escapeData(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  return `::error ${properties.join(',')}::${escapeData(message)}`
}

/** Makes the runner show `secret` as `***` from here on. */
export function maskCommand(secret: string): string {
  return `::add-mask::${escapeData(secret)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
