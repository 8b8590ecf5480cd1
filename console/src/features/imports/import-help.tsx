import { useMessages } from '../../messages/messages.ts'
import { Panel } from '../../ui/panel.tsx'
import css from './imports.module.css'

const TOPICS = ['unlicensed', 'wrong_module', 'recognition'] as const

/** Answers to what people ask after an import (spec 8): unlicensed devices, a wrong module, how long recognition takes. */
export function ImportHelp() {
  const t = useMessages('imports')
  return (
    <Panel title={t(($) => $.help.title)}>
      {TOPICS.map((topic) => (
        <details key={topic} className={css.topic}>
          <summary>{t(($) => $.help[topic].title)}</summary>
          <p>{t(($) => $.help[topic].text)}</p>
        </details>
      ))}
    </Panel>
  )
}
