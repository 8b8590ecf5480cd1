import { api } from '@heatfleet/contract/api.ts'
import { type CannedAnswer, fillCannedAnswer } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { LANGUAGE_NAMES } from './language-names.ts'
import css from './orders.module.css'

/** Own, and those of three organisations above, in all languages. */
const OFFERED_MAX = 4 * ORDER_LIMITS.canned_max

/** Picks a canned answer by title, text or language; it is put into the answer with the values of the order. */
export function CannedPicker({ order, onPick }: { order: OrderDetail; onPick: (text: string) => void }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  // Picking the same one again is a choice too: the field is never left on what was picked.
  const [picked, setPicked] = useState(0)
  const { data, isPending } = useRead(api.cannedAnswerList, {
    query: { pageNo: 1, size: OFFERED_MAX },
    body: { offered: true },
  })
  const answers = data?.list ?? []
  if (!isPending && answers.length === 0) return null
  const own_first = answers.toSorted((a, b) => Number(b.language === lang) - Number(a.language === lang))
  const fill = ({ text }: CannedAnswer): string =>
    fillCannedAnswer(text, {
      device: order.device_name || order.mac,
      person: order.respondent,
      distributor: order.agent_name,
    })
  return (
    <SelectField
      key={picked}
      label={t(($) => $.canned.insert)}
      placeholder={t(($) => $.canned.pick_search)}
      value={undefined}
      onChange={(id) => {
        const answer = answers.find(({ canned_answer_id }) => canned_answer_id === id)
        if (answer === undefined) return
        setPicked(picked + 1)
        onPick(fill(answer))
      }}
      options={own_first.map((answer) => ({
        value: answer.canned_answer_id,
        // Searched by its words too; only their beginning is shown.
        label: `${answer.title} · ${LANGUAGE_NAMES[answer.language]} · ${fill(answer)}`,
        draw: (
          <span className={css.canned}>
            <b>{answer.title}</b> · {LANGUAGE_NAMES[answer.language]} · {fill(answer)}
          </span>
        ),
      }))}
      loading={isPending}
      search
    />
  )
}
