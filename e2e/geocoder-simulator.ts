import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A place as a geocoder of Nominatim's form answers it; the box is south, north, west, east. */
type Answer = { display_name: string; lat: string; lon: string; boundingbox: [string, string, string, string] }

const STREET: Answer[] = [
  {
    display_name: '969 Wenyi West Road, Yuhang, Hangzhou',
    lat: '30.2767',
    lon: '120.0236',
    boundingbox: ['30.2765', '30.2769', '120.0233', '120.0239'],
  },
  {
    display_name: 'Yuhang, Hangzhou',
    lat: '30.4188',
    lon: '120.2993',
    boundingbox: ['30.15', '30.57', '119.66', '120.4'],
  },
]

/** A geocoder on this machine: it knows one street, and no other. */
export const startGeocoderSimulator = async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const text = new URL(request.url ?? '', 'http://localhost').searchParams.get('q') ?? ''
    asked.push(text)
    response.end(JSON.stringify(text.includes('Wenyi') ? STREET : []))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server of TCP
  return {
    url: `http://127.0.0.1:${port}/search?format=jsonv2&q={text}`,
    asked,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
