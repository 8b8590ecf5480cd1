import type { AlarmRule } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useCreateRequest } from '../../lists/use-create-request.ts'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { BuiltInTypes } from './built-in-types.tsx'
import { alarmRules, RULE_TABS, type RuleAction } from './list.tsx'
import { MuteForm } from './mute-form.tsx'
import { alarmMutes } from './mutes-list.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { ScreenTabs } from './screen-tabs.tsx'

/** Rules by which values are alarms, and what is muted (product 3.17, 3.40). */
export function Component() {
  const [tab] = useTab(RULE_TABS)
  return { rules: <Rules />, mutes: <Mutes />, types: <BuiltInTypes /> }[tab]
}

type Open = { rule: AlarmRule | null; action: RuleAction | 'new' }

function Rules() {
  const t = useMessages('alarm-rules')
  const missing_permission = useMissingPermission('alarm-rule:edit')
  const [open, setOpen] = useState<Open | null>(null)
  useCreateRequest(missing_permission, () => setOpen({ rule: null, action: 'new' }))
  const { shown, show, close } = useShownRule()
  const toggle = useSwitch()
  const onAction = (rule: AlarmRule, action: RuleAction) => {
    if (action === 'edit') show(rule.rule_id)
    else if (action === 'switch' && (!rule.enabled || rule.active === 0)) void toggle(rule)
    else setOpen({ rule, action })
  }
  const list = useList(alarmRules, { onAction })
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <ListViews of={list} />
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={missing_permission}
            onClick={() => setOpen({ rule: null, action: 'new' })}
          >
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <ScreenTabs />
      <ListFilters of={list} />
      <ListTable of={list} onOpen={({ rule_id }) => show(rule_id)} />
      {shown !== undefined && <RuleDrawer key={shown.rule_id} rule={shown} onClose={close} />}
      {open !== null && <Opened {...open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** The rule in the address: alarms lead to it. */
const useShownRule = () => {
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('rule'))
  const show = (rule_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (rule_id === null) after.delete('rule')
      else after.set('rule', String(rule_id))
      return after
    })
  const { data } = useRead(api.alarmRuleInfo, { params: { id } }, { enabled: id > 0 })
  return { shown: id > 0 && data?.rule_id === id ? data : undefined, show, close: () => show(null) }
}

/** Switches a rule and says so. */
const useSwitch = () => {
  const t = useMessages('alarm-rules')
  const notify = useNotify()
  const errorText = useErrorText()
  const change = useChange(api.alarmRuleEnable)
  return async ({ rule_id, rule_name, enabled }: AlarmRule): Promise<void> => {
    try {
      await change.mutateAsync({ params: { id: rule_id }, body: { enabled: !enabled } })
      notify.success(t(($) => (enabled ? $.switched_off : $.switched_on), { name: rule_name }))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
}

/** The drawer or dialog of an action. */
function Opened({ rule, action, onClose }: Open & { onClose: () => void }) {
  const t = useMessages('alarm-rules')
  const notify = useNotify()
  const toggle = useSwitch()
  const remove = useChange(api.alarmRuleDelete)
  if (action === 'new' || rule === null) return <RuleDrawer rule={null} onClose={onClose} />
  const { rule_id, rule_name, updated_at, active } = rule
  if (action === 'copy') return <RuleDrawer rule={null} copied={rule} onClose={onClose} />
  if (action === 'mute') return <MuteForm rule={rule} onClose={onClose} />
  if (action === 'switch')
    return (
      <PlainConfirm
        title={t(($) => $.disable_dialog.title, { name: rule_name })}
        text={t(($) => $.disable_dialog.text, { count: active })}
        confirm={t(($) => $.disable)}
        onClose={onClose}
        onConfirm={() => toggle(rule)}
      />
    )
  return (
    <PlainConfirm
      danger
      title={t(($) => $.delete.title, { name: rule_name })}
      text={t(($) => $.delete.text)}
      confirm={t(($) => $.delete.action)}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: rule_id }, query: { updated_at } })
        notify.success(t(($) => $.delete.done, { name: rule_name }))
      }}
    />
  )
}

function Mutes() {
  const t = useMessages('alarm-rules')
  const missing_permission = useMissingPermission('alarm:mute')
  const notify = useNotify()
  const errorText = useErrorText()
  const end = useChange(api.alarmMuteEnd)
  const [is_new, setNew] = useState(false)
  const onEnd = async ({ mute_id }: { mute_id: number }) => {
    try {
      await end.mutateAsync({ params: { id: mute_id } })
      notify.success(t(($) => $.mutes.ended))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const list = useList(alarmMutes, { onEnd })
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <ListViews of={list} />
          <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setNew(true)}>
            {t(($) => $.mutes.create)}
          </Button>
        </>
      }
    >
      <ScreenTabs />
      <ListFilters of={list} />
      <ListTable of={list} />
      {is_new && <MuteForm rule={null} onClose={() => setNew(false)} />}
    </Page>
  )
}
