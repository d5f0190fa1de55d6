import type { FastifyInstance } from 'fastify';
import type { Service } from '../context.ts';

/** Serves the interface's own description. */
export function addOpenApiDocument(_app: FastifyInstance, _service: Service): void {}
