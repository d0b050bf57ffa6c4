// Where the simulator differs from the recorded answers on purpose, and why.
import type { ServerVersion } from '../../../simulator/src/index.ts'

interface Difference {
  readonly route: RegExp
  /** Of a violation. */
  readonly what: RegExp
  readonly why: string
  /** Only on these servers. */
  readonly version?: ServerVersion
}

const poll = /^GET \/agent-tests\/run\/\{task_id\}/

const differences: readonly Difference[] = [
  {
    route: /openapi\.json$/,
    what: /./,
    why: 'the description is written here, for the routes that are simulated',
  },
  {
    route: poll,
    what: /^(name|aborted|unanswered_tests|stopped_early|results\[\]\.(test_uuid|test_type|unanswered|not_run)): is unknown$/,
    why: 'fields of the newest servers, from their published description; none was recorded',
    version: 'newer',
  },
  {
    route: /^GET \/agent-tests\/agent\/\{agent_uuid\}\/runs$/,
    what: /^items\[\]\.(aborted|unanswered_tests): is unknown$/,
    why: 'as above',
    version: 'newer',
  },
  {
    route: poll,
    what: /^results\[\]\.passed: is null$/,
    why: 'as above: an unanswered test has no verdict',
    version: 'newer',
  },
  {
    route: /^GET \/evaluators/,
    what: /^is_protected: is unknown$/,
    why: 'as above; the specification has it, too',
    version: 'newer',
  },
  {
    route: /^GET \/evaluators/,
    what: /^(versions\[\]|items\[\]\.live_version)\.judge_model: is null$/,
    why: 'only evaluators with a model were recorded',
  },
  {
    route: /^PUT \/tests\/\{test_uuid\}$/,
    what: /unknown text: Evaluator .* only accept/,
    why: 'recorded only of a new test',
  },
  {
    route: /run\/\{task_id\} · done with error$/,
    what: /^(total_tests|passed|failed|results\[\]\.\w+): is null$/,
    why: 'a queued run that could not be started is done without counts and verdicts: seen, but not recorded',
  },
  {
    route: /run\/\{task_id\} · cancelled$|\/runs$/,
    what: /status: is "cancelled"$/,
    why: 'the specification has this status, but no cancelled run was recorded',
  },
  {
    route: /^(GET|PUT) \/agents\/\{agent_uuid\}$/,
    what: /^config\./,
    why: 'a configuration may have any keys and values',
  },
  {
    route: /verify-connection$/,
    what: /unknown text: agent_url must (include a hostname|not (point|resolve) to a private)/,
    why: 'observed with other addresses than those that were recorded',
  },
  {
    route: /./,
    what: /^detail\[\]\.(input|ctx|type)\b/,
    why: 'repeats what was sent, and with other mistakes says more',
  },
  {
    route: /^GET \/agents$/,
    what: /^\$: is of type array/,
    why: 'the option listShape: servers between older and current ones',
  },
  {
    route: poll,
    what: /\.(arguments|inputs|variable_values)\./,
    why: 'tests and agents may have any value there',
  },
  {
    route: poll,
    what: /^share_token: is of type string, not null$/,
    why: 'one run was shared publicly, and recorded without only_failed',
  },
  {
    route: /run\/\{task_id\} · queued$/,
    what: /^evaluators/,
    why: 'two queued runs were recorded, both with the same evaluator; here they have any',
  },
]

export const isOnPurpose = (route: string, violation: string, version: ServerVersion) =>
  differences.some(
    (each) => each.route.test(route) && each.what.test(violation) && (each.version ?? version) === version,
  )
