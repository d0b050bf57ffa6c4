// All topics, and which of them an agent gets by its name.
import { billing } from './billing.ts'
import { booking } from './booking.ts'
import { clinic } from './clinic.ts'
import { itHelpDesk } from './it-help-desk.ts'
import { orders } from './orders.ts'
import { support } from './support.ts'
import type { Topic } from './topic.ts'

const topics: readonly Topic[] = [support, booking, billing, orders, clinic, itHelpDesk]

/** The topic whose keyword stands in the name of the agent; the support bot's where none does. */
export function topicFor(agentName: string): Topic {
  const name = agentName.toLowerCase()
  return topics.find((topic) => name.includes(topic.keyword)) ?? support
}
