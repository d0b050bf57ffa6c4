// The controls above the list: full-text search, status, evaluator.

import { groupOrder, type TestGroup } from '../results/causes.ts'
import { count, counted } from '../results/format.ts'
import { countText, evaluatorOf, evaluatorValue, type Filter, toggled } from './filter.ts'
import type { Model } from './model.ts'
import { groupName, StatusIcon } from './status.tsx'

interface FiltersProps {
  readonly model: Model
  readonly filter: Filter
  readonly shown: number
  readonly onChange: (filter: Filter) => void
  readonly onSearch: (query: string) => void
  /** Moves the focus to the list. */
  readonly onLeave: () => void
  /** Moves the focus to the first entry of the list. */
  readonly onFirst: () => void
}

export function Filters({ model, filter, shown, onChange, onSearch, onLeave, onFirst }: FiltersProps) {
  const toggle = (group: TestGroup) => {
    onChange({ ...filter, groups: toggled(filter.groups, group) })
  }
  const found = groupOrder.filter((group) => countText(model, group) !== '')
  return (
    <search class="filters">
      <input
        type="search"
        id="search"
        placeholder="Search names, conversations, reasons"
        aria-label="Search names, conversations and reasons"
        aria-keyshortcuts="/"
        title="Press / to search, Enter for the first match, Escape to leave"
        value={filter.query}
        onInput={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const leave = { Escape: onLeave, Enter: onFirst, ArrowDown: onFirst }[event.key]
          if (leave === undefined) return
          // Otherwise, Escape would clear the search.
          event.preventDefault()
          leave()
        }}
      />
      <fieldset class="chips">
        <legend class="hidden">Status</legend>
        {found.map((group) => (
          <button
            key={group}
            type="button"
            class={`chip ${group}`}
            aria-pressed={filter.groups.has(group)}
            onClick={() => toggle(group)}
          >
            <StatusIcon group={group} />
            {groupName(group)} <span class="number">{countText(model, group)}</span>
          </button>
        ))}
      </fieldset>
      {model.tests.length > 0 && (
        <div class="filter-line">
          {model.evaluators.length > 0 && (
            <EvaluatorFilter model={model} filter={filter} onChange={onChange} />
          )}
          <p class="muted number" role="status">
            {count(shown)} of {counted(model.tests.length, 'test')}
          </p>
        </div>
      )}
    </search>
  )
}

function EvaluatorFilter({ model, filter, onChange }: Pick<FiltersProps, 'model' | 'filter' | 'onChange'>) {
  return (
    <select
      aria-label="Evaluator"
      value={evaluatorValue(filter.evaluator)}
      onChange={(event) => onChange({ ...filter, evaluator: evaluatorOf(event.currentTarget.value) })}
    >
      <option value="">All evaluators</option>
      <optgroup label="Failed by">
        {model.evaluators
          .filter(({ failed }) => failed > 0)
          .map(({ name, failed }) => (
            <option key={name} value={evaluatorValue({ result: 'failed', name })}>
              {`${name} (${count(failed)})`}
            </option>
          ))}
      </optgroup>
      <optgroup label="Evaluated by">
        {model.evaluators.map(({ name, failed, passed, rated }) => (
          <option key={name} value={evaluatorValue({ result: 'judged', name })}>
            {`${name} (${count(failed + passed + rated)})`}
          </option>
        ))}
      </optgroup>
    </select>
  )
}
