import { type ProviderPerson, startOpenIdProvider } from './openid-provider.ts'

/** The provider as a process of its own, for journeys: `redirect_uri people(JSON) port`; ends with its standard input. */
const [redirect_uri = '', people = '[]', port = '0'] = process.argv.slice(2)
await startOpenIdProvider(JSON.parse(people) as ProviderPerson[], redirect_uri, Number(port))
process.stdout.write('ready\n')
process.stdin.resume().on('end', () => process.exit())
