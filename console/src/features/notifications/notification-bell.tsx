import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'
import type { NotificationKind } from '@heatfleet/contract/preferences.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { positionElement } from '../../ui/floating-position.ts'
import {
  BellIcon,
  CellularIcon,
  CloudOffIcon,
  DownloadIcon,
  type Icon,
  KeyIcon,
  PhoneIcon,
  RefreshIcon,
  UserIcon,
  WarningIcon,
} from '../../ui/icons.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { notificationPath, useNotificationText } from './notification-text.ts'
import styles from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

/** The inbox in the top bar: number of unread notifications, and the latest ones; opening it marks them as read. */
export function NotificationBell() {
  const t = useMessages('notifications')
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { list, count, is_quiet, seen_ms, see } = useNotifications()
  const noticeText = useNotificationText()
  /** Entries that were unread when the panel was opened stay marked until it closes. */
  const [new_since_ms, setNewSince] = useState<number | null>(null)
  const [is_open, setOpen] = useState(false)

  useEffect(() => {
    const element = panel.current
    // Entries are rendered only while the panel is open.
    const onBefore = (event: ToggleEvent) => setOpen(event.newState === 'open')
    const onToggle = (event: ToggleEvent) => {
      if (event.newState !== 'open') return setNewSince(null)
      if (element !== null && button.current !== null)
        positionElement(element, button.current.getBoundingClientRect(), 'below-end')
      setNewSince(seen_ms)
      see()
    }
    element?.addEventListener('beforetoggle', onBefore)
    element?.addEventListener('toggle', onToggle)
    return () => {
      element?.removeEventListener('beforetoggle', onBefore)
      element?.removeEventListener('toggle', onToggle)
    }
  }, [seen_ms, see])

  const has_badge = count > 0 && !is_quiet
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <span className={styles.open}>
        <Button
          ref={button}
          kind="text"
          icon={BellIcon}
          label={has_badge ? t(($) => $.new, { count }) : t(($) => $.title)}
          popoverTarget={id}
        />
        {has_badge && (
          <span className={styles.badge} aria-hidden>
            {count < LIMITS.notices_listed_max ? count : `${count}+`}
          </span>
        )}
      </span>
      <div id={id} ref={panel} popover="auto" className={styles.inbox} role="dialog" aria-label={t(($) => $.title)}>
        <div className={styles.head}>
          {t(($) => $.title)}
          <Link to="/center/info?tab=notifications" onClick={close}>
            {t(($) => $.wishes)}
          </Link>
        </div>
        {is_quiet && <p className={styles.quiet}>{t(($) => $.quiet)}</p>}
        {list.length === 0 ? (
          <div className={styles.empty}>
            <NeverAny icon={BellIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />
          </div>
        ) : (
          <ul className={styles.list}>
            {is_open &&
              list.map((notice) => (
                <NotificationRow
                  key={notice.notice_id}
                  notice={notice}
                  text={noticeText(notice)}
                  is_new={Date.parse(notice.at) > (new_since_ms ?? seen_ms)}
                  onOpen={close}
                />
              ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** What a notice is about, at a glance. */
const KIND_ICONS = {
  alarm: WarningIcon,
  order: PhoneIcon,
  device_offline: CloudOffIcon,
  iccid: CellularIcon,
  binding: UserIcon,
  rollout: RefreshIcon,
  export: DownloadIcon,
  account: KeyIcon,
} as const satisfies Record<NotificationKind, Icon>

function NotificationRow(props: { notice: Notice; text: string; is_new: boolean; onOpen: () => void }) {
  const t = useMessages('notifications')
  const { notice, text, is_new, onOpen } = props
  const Icon = KIND_ICONS[notice.kind]
  const path = notificationPath(notice)
  const content = (
    <>
      {text}
      {is_new && <span className="hf-hidden"> {t(($) => $.is_new)}</span>}
    </>
  )
  return (
    <li data-new={is_new || undefined}>
      <Icon size={16} className={`${styles.sign} ${styles[notice.severity]}`} data-kind={notice.kind} />
      {path === null ? (
        <div className={styles.written}>
          <strong>{content}</strong>
          <p>{notice.text}</p>
        </div>
      ) : (
        <Link to={path} onClick={onOpen}>
          {content}
        </Link>
      )}
      <span className={styles.meta}>
        <Age at={notice.at} />
        {notice.user_name !== '' && <span>{t(($) => $.by, { user: notice.user_name })}</span>}
      </span>
    </li>
  )
}
