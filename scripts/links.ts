// Links of documents that are read outside of this repository.

interface Manifest {
  readonly homepage: string
  readonly version: string
}

/**
 * The document with links to this version's files on GitHub instead of relative links.
 * @param path of the document within the repository
 */
export function withAbsoluteLinks(markdown: string, path: string, { homepage, version }: Manifest): string {
  const page = new URL(path, `${homepage.replace(/#.*/, '')}/blob/v${version}/`)
  return markdown.replace(
    /\]\((?!https?:|#)([^)\s]+)\)/g,
    (_, link: string) => `](${new URL(link, page).href})`,
  )
}
