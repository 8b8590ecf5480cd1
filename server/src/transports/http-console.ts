import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** A year: the name of a built asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built console: `.br` and `.gz` beside each file are sent to browsers that take them. */
export const registerConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : 'no-store')
    },
  })
}
