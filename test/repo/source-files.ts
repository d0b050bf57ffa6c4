// The sources as the compiler reads them: which files there are, what each imports, how long its functions are.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** From the repository's root on, with `/`. */
  readonly path: string
  readonly tree: ts.SourceFile
}

/** @param patterns globs from the repository's root on */
export function readSources(...patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: root })
    .map((found) => found.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
    })
}

export interface Import {
  readonly from: string
  /** A path from the root on for our own files, else the name of a package. */
  readonly to: string
  readonly ours: boolean
  /** Gone in what runs. */
  readonly typeOnly: boolean
}

/** Static and dynamic imports, re-exports, and `import('…')` in types. */
export function importsOf({ path, tree }: SourceFile): Import[] {
  const imports: Import[] = []
  const note = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const ours = specifier.text.startsWith('.')
    const to = ours ? relative(root, resolve(root, dirname(path), specifier.text)) : specifier.text
    imports.push({ from: path, to: to.replaceAll('\\', '/'), ours, typeOnly })
  }
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node))
      note(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      note(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], false)
  })
  return imports
}

export interface Extent {
  readonly name: string
  readonly lines: number
}

/** Every function with a body, nested ones too; comments before it do not count. */
export function functionsOf({ path, tree }: SourceFile): Extent[] {
  const functions: Extent[] = []
  visit(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
    const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line
    const first = lineAt(node.getStart(tree))
    functions.push({ name: `${path}:${first + 1}`, lines: lineAt(node.getEnd()) - first + 1 })
  })
  return functions
}

/** Lines as an editor counts them: what ends the last one begins no other. */
export function lengthOf({ path, tree }: SourceFile): Extent {
  return { name: path, lines: tree.text.replace(/\n$/, '').split('\n').length }
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}
