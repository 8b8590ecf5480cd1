import type { Definition } from '@heatfleet/contract/products/diff.ts'
import {
  type Certainty,
  SUGGESTION_KINDS,
  type Suggestion,
  type SuggestionKind,
} from '@heatfleet/contract/products/suggestions/suggestion.ts'
import { changeOf, isSure } from '@heatfleet/contract/products/suggestions/suggestions.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Loading, NeverAny } from '../../../ui/states.tsx'
import { StateChip, type Tone } from '../../../ui/status.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { acceptedOf, type Bundle, bundlesOf } from './suggestion-bundles.ts'
import { useSuggestionText } from './suggestion-text.ts'
import { useSuggestions } from './use-suggestions.ts'

const WIDTH_PX = 1_120
const TONES = { sure: 'ok', likely: 'accent', possible: 'neutral' } as const satisfies Record<Certainty, Tone>

type Decided = ReadonlyMap<string, boolean>
type Accepting = {
  accepted: ReadonlySet<string>
  decide: (suggestions: readonly Suggestion[], accept: boolean) => void
}

/**
 * What the points of a draft seem to mean, by kind, each with its reason and certainty. Accepted in one step, which is undone
 * as one. Mounted = open.
 */
export function SuggestionsDrawer(props: { definition: Definition; editor: DraftEditor; onClose: () => void }) {
  const { definition, editor, onClose } = props
  const t = useMessages('products')
  const notify = useNotify()
  const suggestions = useSuggestions(definition)
  const [decided, setDecided] = useState<Decided>(new Map())
  const all = suggestions ?? []
  const accepted = acceptedOf(all, decided)
  const decide: Accepting['decide'] = (some, accept) =>
    setDecided((before) => new Map([...before, ...some.map(({ id }) => [id, accept] as const)]))
  const apply = async (): Promise<void> => {
    const chosen = all.filter(({ id }) => accepted.has(id))
    onClose()
    if (await editor.change(changeOf(definition, chosen)))
      notify.success(t(($) => $.suggestions.done, { count: chosen.length }))
  }
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={t(($) => $.suggestions.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.suggestions.later)}</Button>
          <Button
            kind="primary"
            disabledReason={accepted.size === 0 ? t(($) => $.suggestions.none_chosen) : undefined}
            onClick={() => void apply()}
          >
            {t(($) => $.suggestions.accept, { count: accepted.size })}
          </Button>
        </>
      }
    >
      {suggestions === null ? (
        <Loading />
      ) : all.length === 0 ? (
        <NeverAny title={t(($) => $.suggestions.none)} text={t(($) => $.suggestions.none_hint)} />
      ) : (
        <div className={css.parts}>
          <p className={css.weak}>{t(($) => $.suggestions.hint)}</p>
          <div className={css.marked}>
            <Button size="small" onClick={() => setDecided(new Map(all.map((one) => [one.id, isSure(one)])))}>
              {t(($) => $.suggestions.only_sure, { count: all.filter(isSure).length })}
            </Button>
            <Button size="small" onClick={() => decide(all, true)}>
              {t(($) => $.suggestions.all)}
            </Button>
            <Button size="small" onClick={() => decide(all, false)}>
              {t(($) => $.suggestions.nothing)}
            </Button>
          </div>
          {SUGGESTION_KINDS.map((kind) => (
            <Kind
              key={kind}
              kind={kind}
              rows={bundlesOf(all, kind)}
              definition={definition}
              accepting={{ accepted, decide }}
            />
          ))}
        </div>
      )}
    </Drawer>
  )
}

/** The suggestions of one kind; nothing where there is none. */
function Kind(props: { kind: SuggestionKind; rows: readonly Bundle[]; definition: Definition; accepting: Accepting }) {
  const { kind, rows, definition, accepting } = props
  const t = useMessages('products')
  const text = useSuggestionText(definition.points)
  const { accepted, decide } = accepting
  if (rows.length === 0) return null
  const all = rows.flatMap((row) => row.all)
  const count = all.filter(({ id }) => accepted.has(id)).length
  const title = t(($) => $.suggestions.kinds[kind])
  return (
    <Panel
      flush
      title={title}
      note={
        <span className={css.marked}>
          {t(($) => $.suggestions.chosen, { count, total: all.length })}
          {rows.length > 1 && (
            <CheckboxField
              label={t(($) => $.suggestions.whole_kind)}
              checked={count === all.length}
              some={count > 0 && count < all.length}
              onChange={(accept) => decide(all, accept)}
            />
          )}
        </span>
      }
    >
      <PlainTable
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'accept',
            title: t(($) => $.suggestions.column.accept),
            tick: true,
            cell: (row) => {
              const taken = row.all.filter(({ id }) => accepted.has(id)).length
              return (
                <CheckboxField
                  quiet
                  label={`${text.value(row)}: ${text.about(row)}`}
                  checked={taken === row.all.length}
                  some={taken > 0 && taken < row.all.length}
                  onChange={(accept) => decide(row.all, accept)}
                />
              )
            },
          },
          { key: 'value', title: t(($) => $.suggestions.column.value), cell: text.value },
          { key: 'about', title: t(($) => $.suggestions.column.about), least_px: 180, cell: text.about },
          {
            key: 'why',
            title: t(($) => $.suggestions.column.why),
            least_px: 240,
            cell: (row) => <span className={css.weak}>{text.why(row)}</span>,
          },
          {
            key: 'certainty',
            title: t(($) => $.suggestions.column.certainty),
            cell: ({ first: { certainty } }) => (
              <StateChip tone={TONES[certainty]}>{t(($) => $.suggestions.certainties[certainty])}</StateChip>
            ),
          },
        ]}
      />
    </Panel>
  )
}
