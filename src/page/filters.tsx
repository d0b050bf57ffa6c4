// The controls above the list: full-text search, status, evaluator.

import { count, counted } from '../report/units.ts'
import { type Filter, toggled } from './filter.ts'
import { GROUPS, type Group, type Model } from './model.ts'
import { groupName, StatusIcon } from './status.tsx'

interface FiltersProps {
  readonly model: Model
  readonly filter: Filter
  readonly shown: number
  readonly onChange: (filter: Filter) => void
}

export function Filters({ model, filter, shown, onChange }: FiltersProps) {
  const toggle = (group: Group) => {
    onChange({ ...filter, groups: toggled(filter.groups, group) })
  }
  const { passedNotIncluded } = model
  const groups = GROUPS.filter((group) => group !== 'passed' || passedNotIncluded <= 0)
  return (
    <search class="filters">
      <input
        type="search"
        id="search"
        placeholder="Search names, conversations, reasons"
        aria-label="Search names, conversations and reasons"
        value={filter.query}
        onInput={(event) => onChange({ ...filter, query: event.currentTarget.value })}
      />
      <fieldset class="chips">
        <legend class="hidden">Status</legend>
        {groups.map((group) => (
          <button
            key={group}
            type="button"
            class={`chip ${group}`}
            aria-pressed={filter.groups.has(group)}
            disabled={matching(model, group) === 0}
            onClick={() => toggle(group)}
          >
            <StatusIcon group={group} />
            {groupName(group)} <span class="number">{count(matching(model, group))}</span>
          </button>
        ))}
      </fieldset>
      <div class="filter-line">
        {model.evaluators.length > 0 && <EvaluatorFilter model={model} filter={filter} onChange={onChange} />}
        <p class="muted number" role="status">
          {count(shown)} of {count(model.tests.length)} tests
        </p>
      </div>
      {passedNotIncluded > 0 && (
        <p class="muted">
          Not included: {counted(passedNotIncluded, 'test')} that passed. <code>details: all</code> adds them.
        </p>
      )}
    </search>
  )
}

/** Tests, and agents without tests that are inconclusive themselves. */
function matching({ agents, counts }: Model, group: Group): number {
  if (group !== 'inconclusive') return counts[group]
  const alone = agents.filter(({ record, tests }) => record.outcome === group && tests.length === 0)
  return counts[group] + alone.length
}

function EvaluatorFilter({ model, filter, onChange }: Omit<FiltersProps, 'shown'>) {
  const choose = (value: string) => {
    const [result, ...name] = value.split(':')
    const isKnown = result === 'failed' || result === 'judged'
    onChange({ ...filter, evaluator: isKnown ? { result, name: name.join(':') } : null })
  }
  const { evaluator } = filter
  return (
    <select
      aria-label="Evaluator"
      value={evaluator === null ? '' : `${evaluator.result}:${evaluator.name}`}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">All evaluators</option>
      <optgroup label="Failed by">
        {model.evaluators
          .filter(({ failed }) => failed > 0)
          .map(({ name, failed }) => (
            <option key={name} value={`failed:${name}`}>
              {`${name} (${count(failed)})`}
            </option>
          ))}
      </optgroup>
      <optgroup label="Evaluated by">
        {model.evaluators.map(({ name, failed, passed, rated }) => (
          <option key={name} value={`judged:${name}`}>
            {`${name} (${count(failed + passed + rated)})`}
          </option>
        ))}
      </optgroup>
    </select>
  )
}
