import { api } from '@heatfleet/contract/api.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { WEBHOOK_EVENTS } from '@heatfleet/contract/webhooks/payload.ts'
import { WEBHOOK_SORTS, WEBHOOK_STATES, type Webhook, type WebhookState } from '@heatfleet/contract/webhooks/webhook.ts'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { BoltIcon, CheckIcon, CloseIcon, CurveIcon, EditIcon, KeyIcon, ListIcon, RefreshIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'

const TONES = {
  active: 'ok',
  failing: 'warn',
  paused: 'bad',
  off: 'neutral',
} as const satisfies Record<WebhookState, Tone>

export type WebhookAction = 'edit' | 'test' | 'rotate' | 'replay' | 'delete'
type Given = {
  onOpen: (what: WebhookAction, webhook: Webhook) => void
  onLog: (webhook: Webhook) => void
  onEnable: (webhook: Webhook) => void
}

const { list, column, filter } = listOf(api.webhookList, 'webhooks', (given: Given) => given)

/** The webhooks. */
export const webhooks = list({
  name: 'webhooks',
  needs: 'webhook:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.tabs.webhooks),
  key: ({ webhook_id }) => String(webhook_id),
  title: ({ webhook_name }) => webhook_name,
  summary: ({ t }, count) => t(($) => $.webhooks, { count }),
  never: ({ t }) => ({ icon: CurveIcon, title: t(($) => $.never.webhooks), text: t(($) => $.never.webhooks_hint) }),
  sorts: WEBHOOK_SORTS,
  sorted: { by: 'webhook_name', order: 'asc' },
  filters: {
    webhook_name: filter.text(WEBHOOK_LIMITS.name_max),
    event: filter.choice(WEBHOOK_EVENTS).text(({ t }, code) => t(($) => $.events[code])),
    state: filter.choice(WEBHOOK_STATES).text(({ t }, code) => t(($) => $.states[code])),
  },
  columns: {
    webhook_name: column.text(190, { fixed: 'start', always: true }),
    state: column.custom(120, ({ state }, { t }) => (
      <StateChip tone={TONES[state]} shape={state === 'off' ? 'hollow' : 'filled'}>
        {t(($) => $.states[state])}
      </StateChip>
    )),
    events: column.textOf(280, ({ events }, { t }) => events.map((event) => t(($) => $.events[event])).join(', ')),
    target: column.text(220),
    queued: column.number(90),
    last_sent_time: column.age(130),
    last_error: column.text(240),
    failing_since: column.age(130, { by_default: false }),
    old_secret_until: column.time(186, { by_default: false }),
    creator: creatorColumn(150),
    updated_at: column.age(110, { sort: 'updated_at' }),
    actions: column.actions((webhook, given) => <WebhookMenu webhook={webhook} {...given} />),
  },
})

function WebhookMenu({ webhook, onOpen, onLog, onEnable }: { webhook: Webhook } & Given) {
  const t = useMessages('webhooks')
  const missing = useMissingPermission('webhook:edit')
  const disabledReason = missing ?? (webhook.lock === 'not_own' ? t(($) => $.not_own) : undefined)
  const action = (key: WebhookAction) => ({ key, disabledReason, onSelect: () => onOpen(key, webhook) })
  const switch_label = t(($) =>
    webhook.state === 'off' ? $.enable : webhook.state === 'paused' ? $.resume : $.disable,
  )
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: webhook.webhook_name })}
      items={[
        { ...action('test'), label: t(($) => $.test.action), icon: BoltIcon },
        { key: 'log', label: t(($) => $.to_log), icon: ListIcon, onSelect: () => onLog(webhook) },
        { ...action('edit'), label: t(($) => $.edit), icon: EditIcon },
        { ...action('replay'), label: t(($) => $.replay.action), icon: RefreshIcon },
        { ...action('rotate'), label: t(($) => $.secret.rotate), icon: KeyIcon },
        { key: 'enable', label: switch_label, icon: CheckIcon, disabledReason, onSelect: () => onEnable(webhook) },
        { ...action('delete'), label: t(($) => $.delete.action), icon: CloseIcon, danger: true },
      ]}
    />
  )
}
