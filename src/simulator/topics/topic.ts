// What a topic is made of: the test cases of one kind of agent, with a right and a wrong behaviour for each.

/** A test whose judges read the agent's reply. */
export interface ReplyCase {
  readonly kind: 'reply'
  readonly name: string
  /** What the user says to the agent. */
  readonly asks: string
  /** What a good reply does, as a phrase that goes after "The reply". */
  readonly expects: string
  readonly reply: string
  readonly wrongReply: string
  /** What a judge says of the wrong reply. */
  readonly fault: string
}

/** A call of a tool with its arguments. */
export interface ToolCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A test that compares the agent's tool call with the expected one. */
export interface ToolCallCase {
  readonly kind: 'tool-call'
  readonly name: string
  readonly asks: string
  readonly call: ToolCall
  readonly wrongCall: ToolCall
}

export type TestCase = ReplyCase | ToolCallCase

/** The cases of one kind of agent. A run over more tests goes round them again, as variations. */
export interface Topic {
  /** An agent with this word in its name gets this topic. */
  readonly keyword: string
  readonly cases: readonly TestCase[]
}
