// Expressions that a workflow, a shell or another CI system had to evaluate first, and that a job gets as they are.

export const UNEVALUATED = 'an expression that nobody evaluated'

/** Expressions of GitHub, GitLab, Azure, CircleCI and shells. `{{ name }}` is none, since agents fill it in. */
const expressions = [
  /\$\{\{(?:(?!\}\}).)*\}\}/,
  /\$\{[^{}]*\}/,
  /\$\((?:[^()]|\([^()]*\))*\)/,
  /\$\[(?:[^[\]]|\[[^[\]]*\])*\]/,
  /\$(?:env:)?[a-z_]\w*/,
  /%[a-z_]\w*%/,
  /<<\s*(?:parameters|pipeline)\.[^<>]*>>/,
  /(?:env|inputs|needs|secrets|steps|vars)(?:\.[a-z_][\w-]*|\['[^']*'\])+/,
  /`(?:cat|curl|echo|envsubst|git|head|jq|sed|yq) [^`]*`/,
]
const expression = new RegExp(
  String.raw`^\s*(["']?)(?:(?:${expressions.map(({ source }) => source).join('|')})\s*)+\1\s*$`,
  'is',
)

/** Whether a text is nothing but an expression. */
export function isExpression(text: string): boolean {
  return text.length <= 1000 && expression.test(text)
}
