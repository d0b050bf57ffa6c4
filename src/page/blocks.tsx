// Prints blocks of a report on the page.
import type { Block, Excerpt } from '../results/blocks.ts'
import { Text, Words } from './text.tsx'

export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  )
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    // The page has the title of the job above it.
    case 'heading':
      return (
        <h1 class="headline">
          {block.sign} <Words sentence={block.words} />
        </h1>
      )
    case 'paragraph':
      return (
        <p class={block.isSmall ? 'muted' : undefined}>
          <Words sentence={block.words} />
        </p>
      )
    case 'list':
      return (
        <>
          {block.title !== undefined && <h2>{block.title}</h2>}
          <ul>
            {block.items.map(({ sign, words }, index) => (
              <li key={index}>
                {sign} <Words sentence={words} />
              </li>
            ))}
          </ul>
        </>
      )
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map(({ sign, cells }, index) => (
              <tr key={index}>
                {cells.map((cell, at) => (
                  <td key={at}>
                    {at === 0 && sign} <Words sentence={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'code':
      return <Text text={block.text} />
    case 'fold':
      return <Blocks blocks={block.blocks} />
    case 'evidence':
      return <Excerpts excerpts={[...block.reasons, ...block.asked, ...block.replies]} />
    default:
      return block satisfies never
  }
}

/** What a test asks, expects, or why it failed. */
export function Excerpts({ excerpts }: { readonly excerpts: readonly Excerpt[] }) {
  return (
    <>
      {excerpts.map(({ title, about, texts }, index) => (
        <section key={index} class="card">
          <h3 dir="auto">{about === undefined ? title : `${title} (${about})`}</h3>
          {texts.map((text, at) => (
            <Text key={at} text={texts.length > 1 ? `• ${text}` : text} />
          ))}
        </section>
      ))}
    </>
  )
}
