import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import {
  ORDERED_OPERATORS,
  RULE_OPERATORS,
  RULE_STATES,
  type RuleOperator,
} from '@heatfleet/contract/alarm-rules/rule.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import type { Definition } from '../../points/readings.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './alarm-rules.module.css'
import { type GroupDraft, NEW_GROUP, NEW_TERM, type RuleDraft, STATE, type TermDraft } from './rule-draft.ts'

/** What is compared, in groups of which any or all hold. */
export function ConditionFields({ form }: { form: Form<RuleDraft> }) {
  const t = useMessages('alarm-rules')
  const { condition, product_key } = form.values
  const { definition } = useDefinition(product_key === '' ? undefined : product_key)
  const error = form.error('condition')
  const change = (groups: GroupDraft[]) => form.set('condition', { ...condition, groups })
  const { groups } = condition
  return (
    <fieldset className={css.condition}>
      <legend>{t(($) => $.form.condition)}</legend>
      {product_key === '' && <p className={css.weak}>{t(($) => $.form.first_product)}</p>}
      {groups.length > 1 && (
        <MatchField
          label={t(($) => $.form.match)}
          value={condition.match}
          onChange={(match) => form.set('condition', { ...condition, match })}
        />
      )}
      {groups.map((group, at) => (
        <GroupFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          key={at}
          no={at + 1}
          group={group}
          definition={definition}
          only={groups.length === 1}
          onChange={(next) => change(groups.with(at, next))}
          onRemove={() => change(groups.toSpliced(at, 1))}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      <div>
        <Button
          icon={PlusIcon}
          size="small"
          disabled={groups.length >= ALARM_RULE_LIMITS.groups_max}
          onClick={() => change([...groups, NEW_GROUP])}
        >
          {t(($) => $.form.add_group)}
        </Button>
      </div>
    </fieldset>
  )
}

function MatchField(props: { label: string; value: 'any' | 'all'; onChange: (match: 'any' | 'all') => void }) {
  const t = useMessages('alarm-rules')
  return (
    <SelectField
      label={props.label}
      value={props.value}
      options={[
        { value: 'all' as const, label: t(($) => $.form.match_all) },
        { value: 'any' as const, label: t(($) => $.form.match_any) },
      ]}
      onChange={(match) => match !== undefined && props.onChange(match)}
    />
  )
}

function GroupFields(props: {
  no: number
  group: GroupDraft
  definition: Definition | null
  only: boolean
  onChange: (group: GroupDraft) => void
  onRemove: () => void
}) {
  const t = useMessages('alarm-rules')
  const { no, group, definition, only, onChange } = props
  const { terms } = group
  const change = (next: TermDraft[]) => onChange({ ...group, terms: next })
  return (
    <div className={css.group}>
      {(terms.length > 1 || !only) && (
        <div className={css.groupHead}>
          <MatchField
            label={only ? t(($) => $.form.match) : t(($) => $.form.group_match, { no })}
            value={group.match}
            onChange={(match) => onChange({ ...group, match })}
          />
          {!only && (
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.form.remove_group, { no })}
              onClick={props.onRemove}
            />
          )}
        </div>
      )}
      {terms.map((term, at) => (
        <TermFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a term is its place
          key={at}
          no={only ? String(at + 1) : `${no}.${at + 1}`}
          term={term}
          definition={definition}
          only={terms.length === 1}
          onChange={(next) => change(terms.with(at, next))}
          onRemove={() => change(terms.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          kind="text"
          icon={PlusIcon}
          size="small"
          disabled={terms.length >= ALARM_RULE_LIMITS.terms_max}
          onClick={() => change([...terms, NEW_TERM])}
        >
          {t(($) => $.form.add_term)}
        </Button>
      </div>
    </div>
  )
}

/** Named values are equal or not; numbers have all comparisons. */
const operatorsOf = (point: DataPoint | undefined): readonly RuleOperator[] =>
  point !== undefined && point.choices.length > 0 ? ['eq', 'ne'] : RULE_OPERATORS

const isOrdered = (op: RuleOperator): boolean => ORDERED_OPERATORS.some((one) => one === op)

function TermFields(props: {
  no: string
  term: TermDraft
  definition: Definition | null
  only: boolean
  onChange: (term: TermDraft) => void
  onRemove: () => void
}) {
  const t = useMessages('alarm-rules')
  const { nameOf } = usePointText()
  const { no, term, definition, onChange } = props
  const point = definition?.get(term.what)
  const choose = (what: string | undefined) => {
    if (what === undefined) return
    const next = definition?.get(what)
    const op = operatorsOf(next)[0] ?? 'gt'
    onChange({ ...NEW_TERM, what, op, value: next?.choices[0]?.value ?? null })
  }
  return (
    <div className={css.term}>
      <SelectField
        quiet
        search
        label={t(($) => $.form.term, { no })}
        placeholder={t(($) => $.form.choose)}
        value={term.what === '' ? undefined : term.what}
        options={[
          { value: STATE, label: t(($) => $.form.state) },
          ...[...(definition?.values() ?? [])].map((one) => ({ value: one.key, label: nameOf(one) })),
        ]}
        onChange={choose}
      />
      {term.what === STATE ? (
        <SelectField
          quiet
          label={t(($) => $.form.value, { no })}
          value={term.state}
          options={RULE_STATES.map((state) => ({ value: state, label: t(($) => $.sentence[state]) }))}
          onChange={(state) => state !== undefined && onChange({ ...term, state })}
        />
      ) : (
        <Comparison no={no} term={term} point={point} onChange={onChange} />
      )}
      <span className={css.removeTerm}>
        <Button
          kind="text"
          size="small"
          icon={CloseIcon}
          label={t(($) => $.form.remove_term, { no })}
          disabled={props.only}
          onClick={props.onRemove}
        />
      </span>
    </div>
  )
}

function Comparison({
  no,
  term,
  point,
  onChange,
}: {
  no: string
  term: TermDraft
  point: DataPoint | undefined
  onChange: (term: TermDraft) => void
}) {
  const t = useMessages('alarm-rules')
  const { language } = usePointText()
  const { op, value, clear } = term
  const number = { unit: unitName(point?.unit ?? ''), decimals: point?.decimals ?? 1, step: point?.step ?? 1 }
  return (
    <>
      <SelectField
        quiet
        label={t(($) => $.form.op, { no })}
        value={op}
        options={operatorsOf(point).map((one) => ({ value: one, label: t(($) => $.ops[one]) }))}
        onChange={(next) =>
          next !== undefined && onChange({ ...term, op: next, clear: isOrdered(next) ? clear : null })
        }
      />
      {point !== undefined && point.choices.length > 0 ? (
        <SelectField
          quiet
          label={t(($) => $.form.value, { no })}
          value={value ?? undefined}
          options={point.choices.map((choice) => ({
            value: choice.value,
            label: choice.names[language] || choice.names.en || String(choice.value),
          }))}
          onChange={(next) => onChange({ ...term, value: next ?? null })}
        />
      ) : (
        <NumberField
          quiet
          label={t(($) => $.form.value, { no })}
          value={value}
          {...number}
          onChange={(next) => onChange({ ...term, value: next })}
        />
      )}
      {isOrdered(op) && (
        <NumberField
          label={t(($) => $.form.clear, { no })}
          hint={t(($) => $.form.clear_hint)}
          value={clear}
          {...number}
          onChange={(next) => onChange({ ...term, clear: next })}
        />
      )}
    </>
  )
}
