import type { ImportQuestion } from '@heatfleet/contract/products/import.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroupField } from '../../../ui/field.tsx'
import css from './import.module.css'

const OPTIONS = [
  '0',
  '1',
  'table_1',
  'table_0',
  'plain',
  'multiply',
  'divide',
  'value',
  'raw',
  'be',
  'le',
  'u16',
  's16',
  'by_unit',
  'u8_low',
  'u8_high',
  's8_low',
  's8_high',
  'u32',
  's32',
  'float32',
  'bool',
] as const
const FUNCTIONS = ['1', '2', '3', '4', 'by_access'] as const

/** What a list leaves open, each with a row of it worked out under every answer. */
export function ListQuestions(props: {
  questions: readonly ImportQuestion[]
  /** Given so far, also those whose rows are still being read. */
  answers: Readonly<Record<string, string>>
  onAnswer: (id: string, answer: string | null) => void
}) {
  const t = useMessages('products')
  const optionText = useOptionText()
  if (props.questions.length === 0) return null
  return (
    <section className={css.questions} aria-label={t(($) => $.points_import.questions.title)}>
      <h3>{t(($) => $.points_import.questions.title)}</h3>
      <p className={css.weak}>{t(($) => $.points_import.questions.hint)}</p>
      <div className={css.asked}>
        {props.questions.map((question) => {
          const { id, kind, about, rows, example, options } = question
          const answer = props.answers[id]
          const decides = t(($) => $.points_import.questions.rows, { count: rows })
          const row =
            example.name === ''
              ? ''
              : `${t(($) => $.points_import.questions.row, { place: example.place, name: example.name })} (${example.text})`
          return (
            <div key={id} className={answer === undefined ? css.open : css.answered}>
              <RadioGroupField
                label={t(($) => $.points_import.questions.ask[kind], { about })}
                hint={[row, decides].filter(Boolean).join(' · ')}
                value={answer}
                options={options.map(({ value, result }) => ({
                  value,
                  label: optionText(question, value),
                  hint: result || undefined,
                }))}
                onChange={(value) => props.onAnswer(id, value)}
              />
              {answer !== undefined && (
                <Button size="small" kind="link" onClick={() => props.onAnswer(id, null)}>
                  {t(($) => $.points_import.questions.clear)}
                </Button>
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

const useOptionText = () => {
  const t = useMessages('products')
  return ({ kind }: ImportQuestion, value: string): string => {
    if (kind === 'map') return value
    const fn = FUNCTIONS.find((one) => one === value)
    if (kind === 'fn' && fn !== undefined) return t(($) => $.points_import.fn_names[fn])
    const [name, factor] = value.split('*')
    const known = OPTIONS.find((one) => one === name)
    const text = known === undefined ? value : t(($) => $.points_import.questions.options[known])
    return factor === undefined ? text : `${text}, × ${factor}`
  }
}
