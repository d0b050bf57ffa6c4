import { describe, expect, it } from 'vitest'
import { renderGitHubPage } from '../../scripts/preview/github-page.ts'

describe('a page as GitHub shows it', () => {
  it.each(['light', 'dark'] as const)('is whole and in the %s theme', async (theme) => {
    const page = await renderGitHubPage('# Hi\n\n| a |\n|---|\n| b |', { theme, title: 'A <b>' })
    expect(page).toContain('<title>A &lt;b&gt;</title>')
    expect(page).toContain('<h1 dir="auto">Hi</h1>')
    expect(page).toContain('<td>b</td>')
    expect(page).toContain(theme === 'dark' ? '#0d1117' : '#ffffff')
  })

  it('drops what GitHub drops, and keeps what GitHub keeps', async () => {
    const page = await renderGitHubPage(
      '<script>x</script><details open><summary onclick="x">s</summary></details>',
      {
        theme: 'light',
        title: 't',
      },
    )
    expect(page).toContain('<details open><summary>s</summary></details>')
    expect(page).not.toMatch(/<script>|onclick/)
  })

  it('colours differences', async () => {
    const page = await renderGitHubPage('```diff\nboth\n- old\n+ new\n```', { theme: 'light', title: 't' })
    expect(page).toContain('both\n<span class="pl-md">- old\n</span><span class="pl-mi1">+ new\n</span>')
  })
})
