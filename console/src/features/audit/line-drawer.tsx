import type { AuditLine } from '@heatfleet/contract/audit.ts'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ChangeList } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { useActionText } from './action-text.ts'
import type { AuditAddress } from './address.ts'
import styles from './audit.module.css'
import { ResultChip } from './columns.tsx'
import { objectPath } from './object-path.ts'

type DrawerProps = {
  line: AuditLine
  onClose: () => void
  /** Shows other lines: of the same request, object or account. */
  onFilter: (part: Partial<AuditAddress>) => void
}

/** One line of the log in full: what changed, where from, and the way to its object and to related lines. */
export function LineDrawer({ line, onClose, onFilter }: DrawerProps) {
  const t = useWords('audit')
  const lang = useLanguage()
  const actionText = useActionText()
  const changes = changesOf(line.detail)
  const { before: _, after: __, ...rest } = line.detail
  const path = objectPath(line.object)
  return (
    <Drawer open title={actionText(line.action)} onClose={onClose} width={560}>
      <div className={styles.drawer}>
        <Facts
          items={[
            { label: t(($) => $.fields.at), value: formatTime(line.at, lang) },
            { label: t(($) => $.fields.result), value: <ResultChip result={line.result} /> },
            { label: t(($) => $.fields.user_name), value: line.user_name || t(($) => $.nobody) },
            { label: t(($) => $.fields.role_name), value: line.role_name },
            { label: t(($) => $.fields.agent_name), value: line.agent_name ?? t(($) => $.manufacturer) },
            { label: t(($) => $.fields.address), value: line.address },
            { label: t(($) => $.fields.object), value: line.object },
            { label: t(($) => $.fields.method), value: `${line.method} ${line.action}` },
            { label: t(($) => $.fields.request_id), value: <Identifier id={line.request_id} />, wide: true },
            { label: t(($) => $.fields.user_agent), value: line.user_agent, wide: true },
          ]}
        />
        <section>
          <h3>{t(($) => $.changes)}</h3>
          {changes.length > 0 && <ChangeList changes={changes} nameOf={(field) => field} />}
          {Object.keys(rest).length > 0 && <pre className={styles.detail}>{JSON.stringify(rest, null, 2)}</pre>}
          {changes.length + Object.keys(rest).length === 0 && <p className={styles.none}>{t(($) => $.no_changes)}</p>}
        </section>
        <div className={styles.ways}>
          {path !== null && <Link to={path}>{t(($) => $.open_object)}</Link>}
          <Button size="small" onClick={() => onFilter({ request_id: line.request_id })}>
            {t(($) => $.same_request)}
          </Button>
          <Button size="small" onClick={() => onFilter({ object: line.object })}>
            {t(($) => $.this_object)}
          </Button>
          {line.uid !== null && (
            <Button size="small" onClick={() => onFilter({ user_name: line.user_name })}>
              {t(($) => $.this_account)}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  )
}
