import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useRoleNameText } from '../messages/role-name.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { changesOf } from '../ui/changes.ts'
import { Drawer } from '../ui/drawer.tsx'
import { Facts } from '../ui/facts.tsx'
import { formatTime } from '../ui/format.ts'
import { Identifier } from '../ui/identifier.tsx'
import { useActionText } from './action-text.ts'
import styles from './audit.module.css'
import { useFieldTexts } from './field-text.ts'
import { ObjectLink } from './object-link.tsx'
import { useActorText } from './object-text.ts'
import { ResultChip } from './result-chip.tsx'

/** The audit log with a filter of its own address: `logPath({ request_id })`. */
const logPath = (filter: Readonly<Record<string, string>>): string =>
  `/user/audit-log?${new URLSearchParams(filter).toString()}`

/** One line of the log in full: what changed, where from, and the way to its object and to related lines. */
export function LineDrawer({ line, onClose }: { line: AuditLine; onClose: () => void }) {
  const t = useMessages('audit')
  const lang = useLanguage()
  const actionText = useActionText()
  const actorText = useActorText()
  const roleName = useRoleNameText()
  return (
    <Drawer open title={actionText(line.action)} onClose={onClose} width={560}>
      <div className={styles.drawer}>
        <Facts
          items={[
            { label: t(($) => $.fields.at), value: formatTime(line.at, lang) },
            { label: t(($) => $.fields.result), value: <ResultChip result={line.result} /> },
            { label: t(($) => $.fields.user_name), value: actorText(line.user_name) || t(($) => $.nobody) },
            { label: t(($) => $.fields.role_name), value: roleName(line.role_name) },
            { label: t(($) => $.fields.agent_name), value: line.agent_name ?? t(($) => $.manufacturer) },
            { label: t(($) => $.fields.address), value: line.address },
            { label: t(($) => $.fields.object), value: <ObjectLink object={line.object} /> },
            { label: t(($) => $.fields.method), value: `${line.method} ${line.action}` },
            { label: t(($) => $.fields.request_id), value: <Identifier id={line.request_id} />, wide: true },
            { label: t(($) => $.fields.user_agent), value: line.user_agent, wide: true },
          ]}
        />
        <Changes line={line} />
        <div className={styles.ways}>
          <Link to={logPath({ request_id: line.request_id })} onClick={onClose}>
            {t(($) => $.same_request)}
          </Link>
          <Link to={logPath({ object: line.object })} onClick={onClose}>
            {t(($) => $.this_object)}
          </Link>
          {line.uid !== null && (
            <Link to={logPath({ user_name: line.user_name })} onClick={onClose}>
              {t(($) => $.this_account)}
            </Link>
          )}
        </div>
      </div>
    </Drawer>
  )
}

/** What changed, then what else was noted: plain values by their names, the rest as it was written. */
function Changes({ line }: { line: AuditLine }) {
  const t = useMessages('audit')
  const texts = useFieldTexts()
  const changes = changesOf(line.detail)
  const { before: _, after: __, ...rest } = line.detail
  const plain = Object.entries(rest).filter(([, value]) => typeof value !== 'object')
  const nested = Object.entries(rest).filter(([, value]) => typeof value === 'object' && value !== null)
  return (
    <section>
      <h3>{t(($) => $.changes)}</h3>
      {changes.length > 0 && <ChangeList changes={changes} {...texts} />}
      {plain.length > 0 && (
        <Facts
          items={plain.map(([field, value]) => ({
            label: texts.nameOf(field),
            value: texts.textOf(field, value) ?? String(value),
          }))}
        />
      )}
      {nested.length > 0 && <pre className={styles.detail}>{JSON.stringify(Object.fromEntries(nested), null, 2)}</pre>}
      {changes.length + plain.length + nested.length === 0 && <p className={styles.none}>{t(($) => $.no_changes)}</p>}
    </section>
  )
}
