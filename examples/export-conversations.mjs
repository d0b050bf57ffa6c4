// Exports the conversations of all voice agents since a date to CSV, on standard output.
//
//   npm install ./agent-tests-client-1.0.0.tgz # attached to every release; docs/client.md says how to build it
//   VOICE_FORM_API_KEY=… node export-conversations.mjs https://voice.acme.test 2026-11-01 > conversations.csv
import { createVoiceFormClient } from 'agent-tests-client'

const [baseUrl, date] = process.argv.slice(2)
const apiKey = process.env.VOICE_FORM_API_KEY
const since = Date.parse(date ?? '') / 1000
if (!baseUrl || !apiKey || Number.isNaN(since)) {
  console.error(
    'Usage: VOICE_FORM_API_KEY=<key> node export-conversations.mjs <base URL> <date, as in 2026-11-01>',
  )
  process.exit(2)
}

const conversations = []
try {
  const client = createVoiceFormClient({ baseUrl, apiKey })
  for await (const conversation of client.conversations.list({ since, limit: 200 }))
    conversations.push(conversation)
} catch (error) {
  console.error(`Error: ${error.message}`)
  process.exit(1)
}

// Agents ask different questions: one column for each answer that occurs.
const answers = [...new Set(conversations.flatMap(({ form_data }) => Object.keys(form_data ?? {})))].sort()
const columns = ['agent', 'conversation', 'status', 'time', 'seconds', 'source', ...answers]
const rows = conversations.map((conversation) => [
  conversation.agent_title,
  conversation.conversation_id,
  conversation.status,
  conversation.created_at ? new Date(conversation.created_at * 1000).toISOString() : '',
  conversation.duration_secs,
  conversation.source,
  ...answers.map((name) => conversation.form_data?.[name]),
])
// A reader such as `head` may close the pipe before the end.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
for (const row of [columns, ...rows]) process.stdout.write(`${row.map(cell).join(',')}\r\n`)

function cell(value) {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '')
  // Callers' words: spreadsheets would run a text with one of these first as a formula.
  const safe = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
