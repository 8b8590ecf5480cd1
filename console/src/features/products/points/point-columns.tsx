import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import type { Column } from '../../../ui/data-table-columns.ts'
import { CheckboxField } from '../../../ui/field-check.tsx'
import { formatNumber, UNKNOWN } from '../../../ui/format.ts'
import { ErrorIcon, WarningIcon } from '../../../ui/icons.tsx'
import { actionsColumn } from '../../../ui/row-actions.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { useFieldName } from './field-names.ts'
import { useFindingText } from './finding-list.tsx'
import { InlineText } from './inline-text.tsx'
import { MoveHandle } from './move-handle.tsx'
import { PointActions } from './point-actions.tsx'
import { hexOf } from './point-draft.ts'
import css from './points.module.css'
import type { PointTableRow } from './points-view.ts'

export type PointAction = 'edit' | 'bits' | 'duplicate' | 'up' | 'down' | 'delete'
type Editing = {
  /** Undefined when read-only. */
  onSet: ((point: DataPoint) => void) | undefined
  onAction: (action: PointAction, point: DataPoint) => void
  /** Moves to the position of another point, or by one. */
  onMove: (key: string, to: string | -1 | 1) => void
}

/** Columns of the points (product 3.25); names, unit, formula and decimals are editable in place. */
export const usePointColumns = ({ onSet, onAction, onMove }: Editing): readonly Column<PointTableRow>[] => {
  const t = useMessages('products')
  const lang = useLanguage()
  const fieldName = useFieldName()
  const findingText = useFindingText()
  return useMemo(() => {
    // Whole tables of texts: one lookup per cell would dominate the cost of the table.
    const types = t(($) => $.points.types, { returnObjects: true })
    const rights = t(($) => $.points.rw, { returnObjects: true })
    const actions = t(($) => $.points.actions, { returnObjects: true })
    const move = t(($) => $.points.move)
    const tiers = t(($) => $.points.tiers, { returnObjects: true })
    const text = (
      key:
        | 'query_cmd'
        | 'data_type'
        | 'slave'
        | 'rw'
        | 'tier'
        | 'in_history'
        | 'accumulate'
        | 'tag'
        | 'bit'
        | 'reg_len'
        | 'level'
        | 'visible',
      width_px: number,
      read: (point: DataPoint) => string,
      by_default = true,
    ): Column<PointTableRow> => ({
      key,
      title: t(($) => $.points.fields[key]),
      width_px,
      by_default,
      cell: ({ point }) => <span className={css.cut}>{read(point) || UNKNOWN}</span>,
    })
    const typed = (
      key: string,
      width_px: number,
      max: number,
      read: (point: DataPoint) => string,
      write: (point: DataPoint, value: string) => DataPoint,
      by_default = true,
    ): Column<PointTableRow> => ({
      key,
      title: fieldName(key),
      width_px,
      by_default,
      cell: ({ point }) =>
        onSet === undefined ? (
          <span className={css.cut}>{read(point) || UNKNOWN}</span>
        ) : (
          <InlineText
            label={`${fieldName(key)} ${point.key}`}
            value={read(point)}
            max={max}
            mono={key === 'read'}
            onCommit={(value) => onSet(write(point, value))}
          />
        ),
    })
    const name = (language: 'en' | 'zh' | 'pl', width_px: number): Column<PointTableRow> =>
      typed(
        `name_${language}`,
        width_px,
        LIMITS.point_name_max,
        ({ names }) => names[language],
        (point, value) => ({ ...point, names: { ...point.names, [language]: value } }),
        language === 'en' || language === lang,
      )
    const others = (['zh', 'pl'] as const).map((language) => name(language, 170))
    const columns: Column<PointTableRow>[] = [
      {
        key: 'address',
        title: t(($) => $.points.fields.address),
        width_px: 136,
        fixed: 'start',
        always: true,
        cell: ({ point }) => {
          const address =
            point.data_type === 'calc' ? (
              <span className={css.weak}>{types.calc}</span>
            ) : (
              <span className={css.address}>
                {point.address}
                <span className={css.weak}>{hexOf(point.address)}</span>
              </span>
            )
          return onSet === undefined ? (
            address
          ) : (
            <MoveHandle point_key={point.key} label={`${move} ${point.key}`} onDrop={onMove} onStep={onMove}>
              {address}
            </MoveHandle>
          )
        },
      },
      {
        key: 'key',
        title: t(($) => $.points.fields.key),
        width_px: 140,
        cell: ({ point }) => <code className={`${css.mono} ${css.cut}`}>{point.key}</code>,
      },
      {
        key: 'change',
        title: t(($) => $.points.column.change),
        width_px: 104,
        cell: ({ change, fields, findings }) => {
          const wrong = findings.some(({ severity }) => severity === 'error')
          const findings_text = findings.map(findingText).join('\n')
          return (
            <span className={css.marks} title={findings_text}>
              {change !== 'same' && (
                <StateChip tone={change === 'added' ? 'ok' : 'accent'} title={fields.map(fieldName).join(', ')}>
                  {t(($) => $.points.change[change])}
                </StateChip>
              )}
              {findings.length > 0 && (
                <span className={wrong ? css.error : css.warning}>
                  {wrong ? <ErrorIcon size={14} /> : <WarningIcon size={14} />}
                  <span className="hf-hidden">{findings_text}</span>
                </span>
              )}
            </span>
          )
        },
      },
      name('en', 190),
      ...others,
      text('slave', 70, ({ slave }) => String(slave ?? ''), false),
      text('query_cmd', 130, (point) => t(($) => $.points.functions[point.query_cmd]), false),
      text('reg_len', 96, ({ data_type, reg_len }) => (data_type === 'calc' ? '' : String(reg_len)), false),
      text('data_type', 130, ({ data_type }) => types[data_type]),
      text('bit', 60, ({ bit, bit_len }) => bitText(bit, bit_len), false),
      text('rw', 118, ({ rw }) => rights[rw]),
      {
        key: 'write_verified',
        title: t(($) => $.points.column.write_verified),
        width_px: 124,
        cell: ({ point }) =>
          point.rw === 'rw' && (
            <CheckboxField
              quiet
              label={`${t(($) => $.points.fields.write_verified)} ${point.key}`}
              checked={point.write_verified}
              disabled={onSet === undefined}
              onChange={(write_verified) => onSet?.({ ...point, write_verified })}
            />
          ),
      },
      typed(
        'unit',
        76,
        LIMITS.unit_max,
        ({ unit }) => unitName(unit),
        (point, unit) => ({ ...point, unit }),
      ),
      typed(
        'read',
        130,
        LIMITS.formula_max,
        ({ formulas }) => formulas.read,
        (point, read) => ({ ...point, formulas: { ...point.formulas, read } }),
      ),
      {
        key: 'limits',
        title: t(($) => $.points.column.limits),
        width_px: 120,
        cell: ({ point: { min, max } }) => (
          <span className={css.cut}>
            {min === null && max === null ? UNKNOWN : `${limitText(min, lang)} – ${limitText(max, lang)}`}
          </span>
        ),
      },
      typed(
        'group_tag',
        120,
        LIMITS.point_text_max,
        ({ group_tag }) => group_tag,
        (point, group_tag) => ({ ...point, group_tag }),
      ),
      typed(
        'tab',
        110,
        LIMITS.point_text_max,
        ({ tab }) => tab,
        (point, tab) => ({ ...point, tab }),
        false,
      ),
      text('tag', 110, ({ tag }) => tag ?? '', false),
      text('tier', 146, ({ tier }) => tiers[tier]),
      text('in_history', 90, ({ in_history }) => t(($) => $.points.yes_no[in_history ? 'yes' : 'no']), false),
      text('accumulate', 90, ({ accumulate }) => t(($) => $.points.yes_no[accumulate ? 'yes' : 'no']), false),
      text('level', 110, ({ level }) => t(($) => $.points.levels[level]), false),
      text('visible', 110, ({ visible }) => t(($) => $.points.audiences[visible]), false),
    ]
    if (onSet !== undefined)
      columns.push(
        actionsColumn(
          t(($) => $.points.column.actions),
          ({ point }) => (
            <PointActions
              point={point}
              label={t(($) => $.points.actions_of, { name: point.key })}
              product_texts={actions}
              onAction={onAction}
            />
          ),
        ),
      )
    return columns
  }, [t, lang, fieldName, findingText, onSet, onAction, onMove])
}

const bitText = (bit: number | null, bit_len: number | null): string => {
  if (bit === null) return ''
  return bit_len ? `${bit} – ${bit + bit_len - 1}` : String(bit)
}

const limitText = (limit: DataPoint['min'], lang: ReturnType<typeof useLanguage>): string => {
  if (limit === null) return '…'
  return typeof limit === 'number' ? formatNumber(limit, `${limit}`.split('.')[1]?.length ?? 0, lang) : limit.point
}
