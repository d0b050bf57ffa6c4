// The open endpoint: what the service says of its own interface.
import { type Answer, jsonAnswer } from './answer.ts'
import description from './openapi.json' with { type: 'json' }

export function describe(): Answer {
  return jsonAnswer(description)
}
