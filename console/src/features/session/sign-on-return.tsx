import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call } from '../../cloud/call.ts'
import { openSession } from '../../cloud/log-in.ts'
import { useSession } from '../../cloud/session.ts'
import { type BegunSignOn, takeSignOn } from '../../cloud/sign-on.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/states.tsx'
import { Brand } from './brand.tsx'
import styles from './login.module.css'

/** Query parameter with the provider's answer. */
const ANSWER = 'answer'
const LOG_IN = '/login'

/** Goes on in the console; the provider's answer leaves the browser's history. */
const goTo = (path: string): void => location.replace(`#${path}`)

/** What the provider's answer came to: an error, or null when the console went on. */
type Returned = { outcome: Promise<{ error: unknown } | null>; back: string }

const finish = async (begun: BegunSignOn | null, answer: string): Promise<void> => {
  if (begun === null) throw new Refusal('single_sign_on_expired')
  const body = { attempt: begun.attempt, answer }
  if (begun.links) {
    await call(api.linkIdentity, { body })
    goTo(begun.back)
    return
  }
  const user = await call(api.finishSignOn, { body })
  // Before the session starts: its router begins where the address is.
  history.replaceState(null, '', `#${begun.back}`)
  await openSession(user)
}

/** Ends the sign-in, or the linking of an account; not by an effect, for an answer is good once. */
export const loader = ({ request }: LoaderFunctionArgs): Returned => {
  const begun = takeSignOn()
  const answer = new URL(request.url).searchParams.get(ANSWER) ?? ''
  const outcome = finish(begun, answer).then(
    () => null,
    async (error: unknown) => {
      await loadLazyMessages()
      return { error }
    },
  )
  return { outcome, back: begun?.back ?? LOG_IN }
}

/** Where the browser is when it comes back from the provider. */
export function Component() {
  const t = useMessages('session')
  const { outcome, back } = useLoaderData<Returned>()
  return (
    <div className={styles.screen}>
      <Brand />
      <main className={styles.side}>
        <div className={styles.middle}>
          <section className={styles.card} aria-label={t(($) => $.title)}>
            <Suspense fallback={<Loading rows={2} />}>
              <Outcome outcome={outcome} back={back} />
            </Suspense>
          </section>
        </div>
      </main>
    </div>
  )
}

function Outcome({ outcome, back }: Returned) {
  const t = useMessages('single-sign-on')
  const errorText = useErrorText()
  const signed_in = useSession((session) => session.user !== null)
  const failed = use(outcome)
  if (failed === null) return <Loading rows={2} />
  return (
    <>
      <h1 className={styles.title}>{t(($) => $.failed_title)}</h1>
      <p className={styles.refusal} role="alert">
        <ErrorIcon />
        {errorText(failed.error).message}
      </p>
      <Button kind="primary" size="large" onClick={() => goTo(back)}>
        {signed_in ? t(($) => $.to_center) : t(($) => $.again)}
      </Button>
    </>
  )
}
