import { api } from '@heatfleet/contract/api.ts'
import { MESSAGE_LANGUAGES } from '@heatfleet/contract/notification-policies/channel.ts'
import { CANNED_SORTS, type CannedAnswer } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { CloseIcon, EditIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { LANGUAGE_NAMES } from './language-names.ts'

type Given = { onOpen: (what: 'edit' | 'delete', answer: CannedAnswer) => void }

const { list, column, filter } = listOf(api.cannedAnswerList, 'service-orders', (given: Given) => given)

/** Canned answers of the own organisation, those above and those below. */
export const cannedAnswers = list({
  name: 'canned-answers',
  needs: 'order:view',
  label: ({ t }) => t(($) => $.canned.title),
  key: ({ canned_answer_id }) => String(canned_answer_id),
  title: ({ title }) => title,
  summary: ({ t }, count) => t(($) => $.canned.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.canned.never), text: t(($) => $.canned.never_hint) }),
  sorts: CANNED_SORTS,
  sorted: { by: 'title', order: 'asc' },
  filters: {
    search: filter.text(100, { label: ({ t }) => t(($) => $.canned.search) }),
    language: filter
      .choice(MESSAGE_LANGUAGES)
      .text((_, code) => LANGUAGE_NAMES[code], { label: ({ t }) => t(($) => $.canned.language) }),
    offered: filter.either(({ t }) => ({ yes: t(($) => $.canned.yes), no: t(($) => $.canned.no) }), {
      label: ({ t }) => t(($) => $.canned.offered),
    }),
  },
  columns: {
    title: column.text(200, { fixed: 'start', always: true, title: ({ t }) => t(($) => $.canned.name) }),
    language: column.textOf(100, ({ language }) => LANGUAGE_NAMES[language], {
      title: ({ t }) => t(($) => $.canned.language),
    }),
    text: column.text(360, { grows: true, title: ({ t }) => t(($) => $.canned.text) }),
    owner: column.textOf(
      160,
      ({ agent_name, lock }, { t }) =>
        agent_name || t(($) => (lock === 'not_own' ? $.canned.above : $.canned.manufacturer)),
      { title: ({ t }) => t(($) => $.canned.owner) },
    ),
    updated_by: column.text(120, { title: ({ t }) => t(($) => $.canned.updated_by) }),
    updated_at: column.age(110, { title: ({ t }) => t(($) => $.canned.updated_at) }),
    actions: column.actions((answer, given) => <CannedMenu answer={answer} {...given} />),
  },
})

function CannedMenu({ answer, onOpen }: { answer: CannedAnswer } & Given) {
  const t = useMessages('service-orders')
  const not_own = answer.lock === 'not_own' ? t(($) => $.canned.read_only) : undefined
  const refused = useMissingPermission('order:canned-edit') ?? not_own
  return (
    <RowActions
      label={answer.title}
      items={[
        {
          key: 'edit',
          label: t(($) => $.canned.edit),
          icon: EditIcon,
          disabledReason: refused,
          onSelect: () => onOpen('edit', answer),
        },
        {
          key: 'delete',
          label: t(($) => $.canned.delete),
          icon: CloseIcon,
          danger: true,
          disabledReason: refused,
          onSelect: () => onOpen('delete', answer),
        },
      ]}
    />
  )
}
