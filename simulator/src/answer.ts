// What the simulator answers: a status with a body made once, and the refusals in the service's own shapes.

export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
}

/** An answer with a JSON body. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(value)) }
}

/** Thrown where a request is refused; `detail` is the body's one field: a text, an object, or a list of faults. */
export class Refused extends Error {
  readonly status: number
  readonly detail: unknown

  constructor(status: number, detail: unknown) {
    super(`refused with ${status}`)
    this.status = status
    this.detail = detail
  }

  answer(): Answer {
    return jsonAnswer({ detail: this.detail }, this.status)
  }
}

/** An entry of a 422 body. */
export interface InputFault {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: object
}

/** The refusal of a request that does not validate. */
export function invalid(...faults: readonly InputFault[]): Refused {
  return new Refused(422, faults)
}
