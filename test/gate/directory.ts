// The part of a service that lists and resolves agents, with a journal of the requests.
import type { CallOptions } from '../../src/client/index.ts'
import type { GateService } from '../../src/gate/service.ts'
import { ok } from './responses.ts'

export interface Directory {
  readonly list?: Awaited<ReturnType<GateService['list']>>
  readonly resolve?: Awaited<ReturnType<GateService['resolve']>>
}

export function directory({ list, resolve }: Directory) {
  const calls: { what: string; names?: readonly string[]; options: CallOptions }[] = []
  return {
    calls,
    async list(options: CallOptions) {
      calls.push({ what: 'list', options })
      return list ?? ok([])
    },
    async resolve(names: readonly string[], options: CallOptions) {
      calls.push({ what: 'resolve', names, options })
      return resolve ?? ok({ resolved: {}, not_found: [...names] })
    },
  }
}
