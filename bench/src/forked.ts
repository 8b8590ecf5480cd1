import { type ChildProcess, fork } from 'node:child_process'

type ForkedAnswer = { result: unknown; error: string | null }

/** A process of this folder that answers messages, one at a time; it ends with this one. */
export const forkMeasuring = <Message extends object>(file: string) => {
  const child: ChildProcess = fork(file, [], { execArgv: [], serialization: 'advanced' })
  return {
    pid: child.pid ?? 0,
    request: <Result>(message: Message): Promise<Result> =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new Error(`the process of ${file} ended`))
        child.once('exit', onExit)
        child.once('message', (answer: ForkedAnswer) => {
          child.off('exit', onExit)
          if (answer.error === null)
            resolve(answer.result as Result) // Of our own process, by the message's kind.
          else reject(new Error(answer.error))
        })
        child.send(message)
      }),
    /** A message without an answer. */
    send: (message: Message): void => void child.send(message),
    close: (): void => void child.kill('SIGKILL'),
  }
}

/** Answers the messages of the process that forked this one, and ends with it; null = the message has no answer. */
export const answerMessages = <Message>(answer: (message: Message) => Promise<unknown> | null): void => {
  process.on('message', (message: Message) => {
    answer(message)?.then(
      (result) => process.send?.({ result, error: null } satisfies ForkedAnswer),
      (error: unknown) => process.send?.({ result: null, error: String(error) } satisfies ForkedAnswer),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
