import type { ModelAction, ModelCandidate, ModelProbe } from '@heatfleet/contract/models/models.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { ActionProgress, isOpen } from './action-state.tsx'
import css from './models.module.css'

/** Why a detection ended as it did: lists that were compared, registers that were probed. */
export function Evidence({ action }: { action: ModelAction | null }) {
  const t = useMessages('models')
  if (action === null) return <NeverAny title={t(($) => $.evidence.none)} text={t(($) => $.evidence.none_hint)} />
  const { reason, evidence, to_pk } = action
  return (
    <div className={css.evidence}>
      <div className={css.progress}>
        <ActionProgress action={action} />
        {reason !== null && !isOpen(action) && <span>{t(($) => $.reasons[reason])}</span>}
      </div>
      {evidence !== null && (
        <>
          <div>
            <h3>{t(($) => $.evidence.candidates)}</h3>
            <Candidates candidates={evidence.candidates} chosen={action.state === 'recognized' ? to_pk : null} />
          </div>
          <div>
            <h3>{t(($) => $.evidence.probes)}</h3>
            <div className={css.probes}>
              <Probes probes={evidence.probes} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

function Candidates({ candidates, chosen }: { candidates: readonly ModelCandidate[]; chosen: string | null }) {
  const t = useMessages('models')
  const lang = useLanguage()
  const nameOf = useProductName()
  const count = (value: number) => <span className={css.number}>{formatNumber(value, 0, lang)}</span>
  return (
    <PlainTable<ModelCandidate>
      label={t(($) => $.evidence.candidates)}
      rows={candidates}
      keyOf={({ product_key }) => product_key}
      empty={<span className={css.weak}>{t(($) => $.evidence.no_candidates)}</span>}
      columns={[
        {
          key: 'product',
          title: t(($) => $.evidence.product),
          cell: (candidate) => (
            <span className={css.model}>
              {nameOf(candidate)}
              {nameOf(candidate) !== candidate.product_key && <code>{candidate.product_key}</code>}
              {candidate.product_key === chosen && (
                <StateChip tone="ok" shape="filled">
                  {t(($) => $.evidence.chosen)}
                </StateChip>
              )}
            </span>
          ),
        },
        {
          key: 'match',
          title: t(($) => $.evidence.match),
          cell: ({ match_percent }) => (
            <span className={css.match}>
              <progress className={css.bar} max={100} value={match_percent} aria-hidden />
              {formatNumber(match_percent, 0, lang)} %
            </span>
          ),
        },
        {
          key: 'bits',
          title: t(($) => $.evidence.confirmed),
          align: 'end',
          cell: ({ evidence_bits }) => (
            <span className={css.number}>{t(($) => $.evidence.bits, { count: evidence_bits })}</span>
          ),
        },
        { key: 'checked', title: t(($) => $.evidence.checked), align: 'end', cell: ({ checked }) => count(checked) },
        {
          key: 'implausible',
          title: t(($) => $.evidence.implausible),
          align: 'end',
          cell: ({ implausible }) => count(implausible),
        },
        { key: 'refused', title: t(($) => $.evidence.refused), align: 'end', cell: ({ refused }) => count(refused) },
        { key: 'silent', title: t(($) => $.evidence.silent), align: 'end', cell: ({ silent }) => count(silent) },
      ]}
    />
  )
}

const TONES = { data: 'ok', refused: 'warn', silent: 'neutral', garbled: 'bad' } as const satisfies Record<
  ModelProbe['answer'],
  Tone
>
const FUNCTIONS = ['1', '2', '3', '4'] as const

function Probes({ probes }: { probes: readonly ModelProbe[] }) {
  const t = useMessages('models')
  // Probes have no key of their own: their order is that in which the module sent them.
  const rows = probes.map((probe, position) => ({ ...probe, position }))
  const functionOf = (fn: number) => {
    const known = FUNCTIONS.find((code) => code === String(fn))
    return known === undefined ? String(fn) : t(($) => $.evidence.functions[known])
  }
  return (
    <PlainTable<ModelProbe & { position: number }>
      label={t(($) => $.evidence.probes)}
      rows={rows}
      keyOf={({ position }) => position}
      empty={<span className={css.weak}>{t(($) => $.evidence.no_probes)}</span>}
      columns={[
        {
          key: 'bus',
          title: t(($) => $.evidence.bus),
          cell: ({ baud, fmt, slave }) => (
            <span className={css.number}>
              {baud} {fmt} · {t(($) => $.evidence.slave, { slave })}
            </span>
          ),
        },
        {
          key: 'registers',
          title: t(($) => $.evidence.registers),
          cell: ({ fn, start, quantity }) => (
            <span className={css.number}>
              {functionOf(fn)} {quantity === 1 ? start : `${start}–${start + quantity - 1}`}
            </span>
          ),
        },
        {
          key: 'answer',
          title: t(($) => $.evidence.answer),
          cell: ({ answer, exception }) => (
            <StateChip tone={TONES[answer]}>
              {t(($) => $.evidence.answers[answer])}
              {exception !== null && ` · ${t(($) => $.evidence.exception, { code: exception })}`}
            </StateChip>
          ),
        },
        {
          key: 'words',
          title: t(($) => $.evidence.data),
          cell: ({ words }) =>
            words === '' ? (
              UNKNOWN
            ) : (
              <span className={css.words} title={words}>
                {words.replaceAll(/(.{4})(?=.)/g, '$1 ')}
              </span>
            ),
        },
      ]}
    />
  )
}
