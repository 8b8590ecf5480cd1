import { ENTERPRISE_KEY, PACKAGE_NAME, PUSH_PATH } from '../push.ts'
import type { DataQueryInput } from './data-query.ts'

/** What a query is copied as; none of them ever has a real token. */
export const CODE_SAMPLES = ['message', 'typescript', 'python'] as const
type CodeSample = (typeof CODE_SAMPLES)[number]

/** Stands where a program puts the token of its session. */
const TOKEN_PLACEHOLDER = '<token>'

/** A line of the program, which imports for itself; this file does not. */
const imported = (name: string, module: string): string => `import { ${name} } ${'from'} '${module}'`

/** The query as a message of the socket and as whole programs; `origin` = where the console is served. */
export const codeSamples = (query: DataQueryInput, origin: string): Record<CodeSample, string> => {
  // JSON has no three quotes in a row, which would end Python's text.
  const text = JSON.stringify(query, null, 2)
  const url = JSON.stringify(`${origin.replace(/^http/, 'ws')}${PUSH_PATH}`)
  return {
    message: `${JSON.stringify({ cmd: 'UserFormatDataQuery', sn: 2, token: TOKEN_PLACEHOLDER, data_query: query }, null, 2)}\n`,
    typescript: `// npm install ws. HEATFLEET_UID and HEATFLEET_TOKEN: uid and token of a session (POST /JCloud/user/login).
${imported('env', 'node:process')}
${imported('WebSocket', 'ws')}

const uid = Number(env.HEATFLEET_UID)
const token = env.HEATFLEET_TOKEN ?? ''
const data_query = ${text}

const socket = new WebSocket(${url})
socket.on('open', () =>
  socket.send(
    JSON.stringify({
      cmd: 'Authenticate',
      sn: 1,
      enterprise_info: { enterprise_key: '${ENTERPRISE_KEY}', signature: '', package_name: '${PACKAGE_NAME}' },
      user_info: { uid, token },
      product_info: [],
    }),
  ),
)
socket.on('message', (data) => {
  const answer = JSON.parse(String(data))
  if (answer.cmd === 'AuthenticateAck' && answer.code === 200)
    return socket.send(JSON.stringify({ cmd: 'UserFormatDataQuery', sn: 2, token, data_query }))
  if (!['AuthenticateAck', 'CommandAck', 'UserFormatDataQueryAck'].includes(answer.cmd)) return
  if (answer.code === 200) console.log(JSON.stringify(answer.result, null, 2))
  else console.error(answer.msg, answer.field ?? '')
  socket.close()
})
`,
    python: `# pip install websockets. HEATFLEET_UID and HEATFLEET_TOKEN: uid and token of a session (POST /JCloud/user/login).
import json
import os

from websockets.sync.client import connect

uid = int(os.environ["HEATFLEET_UID"])
token = os.environ["HEATFLEET_TOKEN"]
data_query = json.loads(
    r"""
${text}
"""
)

with connect(${url}) as socket:
    socket.send(json.dumps({
        "cmd": "Authenticate",
        "sn": 1,
        "enterprise_info": {"enterprise_key": "${ENTERPRISE_KEY}", "signature": "", "package_name": "${PACKAGE_NAME}"},
        "user_info": {"uid": uid, "token": token},
        "product_info": [],
    }))
    for text in socket:
        answer = json.loads(text)
        if answer["cmd"] == "AuthenticateAck" and answer["code"] == 200:
            socket.send(json.dumps({"cmd": "UserFormatDataQuery", "sn": 2, "token": token, "data_query": data_query}))
        elif answer["cmd"] in ("AuthenticateAck", "CommandAck", "UserFormatDataQueryAck"):
            print(json.dumps(answer["result"], indent=2) if answer["code"] == 200 else answer["msg"])
            break
`,
  }
}
