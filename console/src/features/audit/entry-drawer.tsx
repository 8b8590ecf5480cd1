import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { ChangeList } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { useValueText } from '../../ui/value-text.ts'
import styles from './audit.module.css'
import { ObjectLink } from './object-link.tsx'
import { ResultChip } from './result-chip.tsx'
import { useActionText, useActorText, useFieldTexts } from './texts.ts'

/** The audit log with a filter of its own address: `logPath({ request_id })`. */
const logPath = (filter: Readonly<Record<string, string>>): string =>
  `/user/audit-log?${new URLSearchParams(filter).toString()}`

/** One entry of the log in full: what changed, where from, and links to its object and to related entries. */
export function EntryDrawer({ entry, onClose }: { entry: AuditLine; onClose: () => void }) {
  const t = useMessages('audit')
  const lang = useLanguage()
  const actionText = useActionText()
  const actorText = useActorText()
  const roleName = useRoleNameText()
  return (
    <Drawer open title={actionText(entry.action)} onClose={onClose} width={560}>
      <div className={styles.drawer}>
        <Facts
          items={[
            { label: t(($) => $.columns.at), value: formatTime(entry.at, lang) },
            { label: t(($) => $.columns.result), value: <ResultChip result={entry.result} /> },
            { label: t(($) => $.columns.user_name), value: actorText(entry.user_name) || t(($) => $.nobody) },
            { label: t(($) => $.columns.role_name), value: roleName(entry.role_name) },
            { label: t(($) => $.columns.agent_name), value: entry.agent_name ?? t(($) => $.manufacturer) },
            { label: t(($) => $.columns.address), value: entry.address },
            { label: t(($) => $.columns.object), value: <ObjectLink object={entry.object} /> },
            { label: t(($) => $.columns.method), value: `${entry.method} ${entry.action}` },
            { label: t(($) => $.columns.request_id), value: <Identifier id={entry.request_id} />, wide: true },
            { label: t(($) => $.columns.user_agent), value: entry.user_agent, wide: true },
          ]}
        />
        <Changes entry={entry} />
        <div className={styles.ways}>
          <Link to={logPath({ request_id: entry.request_id })} onClick={onClose}>
            {t(($) => $.same_request)}
          </Link>
          <Link to={logPath({ object: entry.object })} onClick={onClose}>
            {t(($) => $.this_object)}
          </Link>
          {entry.uid !== null && (
            <Link to={logPath({ user_name: entry.user_name })} onClick={onClose}>
              {t(($) => $.this_account)}
            </Link>
          )}
        </div>
      </div>
    </Drawer>
  )
}

/** Written in one line: no object, and no list of objects. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item !== 'object') : typeof value !== 'object'

/** What changed, then what else was noted: plain values by their names, the rest as it was written. */
function Changes({ entry }: { entry: AuditLine }) {
  const t = useMessages('audit')
  const texts = useFieldTexts()
  const changes = changesOf(entry.detail)
  const { before: _, after: __, ...rest } = entry.detail
  const valueText = useValueText(texts.nameOf)
  const filled = Object.entries(rest).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  const plain = filled.filter(([, value]) => isPlain(value))
  const nested = filled.filter(([, value]) => !isPlain(value))
  return (
    <section>
      <h3>{t(($) => $.changes)}</h3>
      {changes.length > 0 && <ChangeList changes={changes} {...texts} />}
      {plain.length > 0 && (
        <Facts
          items={plain.map(([field, value]) => ({
            label: texts.nameOf(field),
            value: texts.textOf(field, value) ?? valueText(value),
          }))}
        />
      )}
      {nested.length > 0 && (
        <pre className={styles.detail}>
          {JSON.stringify(Object.fromEntries(nested.map(([field, value]) => [texts.nameOf(field), value])), null, 2)}
        </pre>
      )}
      {changes.length + plain.length + nested.length === 0 && <p className={styles.none}>{t(($) => $.no_changes)}</p>}
    </section>
  )
}
