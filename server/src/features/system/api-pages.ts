import type { FastifyInstance } from 'fastify'
export function apiPages(_app: FastifyInstance): void {}
