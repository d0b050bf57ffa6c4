import { describe, expect, it } from 'vitest'
import { renderGitHubPage } from '../../scripts/preview/github-page.ts'

describe('a page as GitHub shows it', () => {
  it('is whole, with a light and a dark theme', async () => {
    const page = await renderGitHubPage('# Hi\n\n| a |\n|---|\n| b |', 'A <b>')
    expect(page).toContain('<title>A &lt;b&gt;</title>')
    expect(page).toContain('<h1 dir="auto">Hi</h1>')
    expect(page).toContain('<td>b</td>')
    expect(page).toContain('@media (prefers-color-scheme: dark)')
  })

  it('drops what GitHub drops, and keeps what GitHub keeps', async () => {
    const page = await renderGitHubPage(
      '<script>x</script><details open><summary onclick="x">s</summary></details>',
      't',
    )
    expect(page).toContain('<details open><summary>s</summary></details>')
    expect(page).not.toMatch(/<script>|onclick/)
  })
})
