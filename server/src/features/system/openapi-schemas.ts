import { Document, DocumentCategory, DocumentKind } from '@frontdesk/contract/documents'
import { ErrorBody } from '@frontdesk/contract/fields'
import type { Schema } from '@frontdesk/contract/endpoint'
import {
  AcknowledgmentState,
  AdminAcknowledgment,
  OutstandingAcknowledgment,
  Policy,
  PolicyAcknowledgment,
  PolicyVersion,
} from '@frontdesk/contract/policies'
import { RunProof } from '@frontdesk/contract/process-run-proofs'
import { ProcessRun, RunComment, RunState, RunStep } from '@frontdesk/contract/process-runs'
import { Process, ProcessCategory, ProcessStatus, ProcessStep } from '@frontdesk/contract/processes'
import { Assignment, Requirement } from '@frontdesk/contract/requirements'
import { FrontDeskTexts, HelpCard, PublicSettings, SignupMode } from '@frontdesk/contract/settings'
import { Question, QuestionImport } from '@frontdesk/contract/questions'
import { ListedTest, SavedTest, Test } from '@frontdesk/contract/assessments'
import {
  ListedTraining,
  Progress,
  SavedTraining,
  Section,
  Training,
  TrainingDetail,
  TrainingFile,
} from '@frontdesk/contract/trainings'
import { CurrentUser, Person, Role, UserStatus } from '@frontdesk/contract/users'
import { z } from 'zod'
import { type JsonSchema, toJsonSchema } from '../../http/json-schema.ts'

/** What stands in the document once, by name; any other shape stands where it is used. */
const NAMED = {
  AcknowledgmentState,
  AdminAcknowledgment,
  Assignment,
  CurrentUser,
  Document,
  DocumentCategory,
  DocumentKind,
  ErrorBody,
  FrontDeskTexts,
  HelpCard,
  ListedTest,
  ListedTraining,
  OutstandingAcknowledgment,
  Person,
  Policy,
  PolicyAcknowledgment,
  PolicyVersion,
  Process,
  ProcessCategory,
  ProcessRun,
  ProcessStatus,
  ProcessStep,
  Progress,
  PublicSettings,
  Question,
  QuestionImport,
  Requirement,
  Role,
  RunComment,
  RunProof,
  RunState,
  RunStep,
  SavedTest,
  SavedTraining,
  Section,
  SignupMode,
  Test,
  Training,
  TrainingDetail,
  TrainingFile,
  UserStatus,
}

/** Names of this document's own, beside the descriptions that the contract gives. */
class NamesAndDescriptions extends z.core.$ZodRegistry<{ id?: string }> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as zod declares it
  override get<S extends z.core.$ZodType>(schema: S) {
    const described = z.globalRegistry.get(schema)
    const named = super.get(schema)
    return described || named ? { ...described, ...named } : undefined
  }
}

/** Collects the named schemas that a document refers to. */
export class ComponentSchemas {
  readonly #names = new NamesAndDescriptions()
  readonly #used = new Map<string, JsonSchema>()

  constructor() {
    for (const [id, schema] of Object.entries(NAMED)) this.#names.add(schema, { id })
  }

  /** The JSON Schema of what a schema yields or accepts, named ones as references. */
  of(schema: Schema, io: 'input' | 'output'): JsonSchema {
    const { $defs, $schema: _, ...converted } = tidy(toJsonSchema(schema, io, this.#names))
    for (const [name, definition] of Object.entries($defs ?? {})) {
      this.#used.set(name, definition as JsonSchema)
    }
    return converted
  }

  /** What has been referred to so far, by name. */
  toObject(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Takes out what says nothing to a reader. */
function tidy(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => {
    // The format says it in a word.
    if (key === 'pattern') return schema.format === undefined
    if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) !== SAFE
    // A field more in an answer must not break a generated client.
    return !(key === 'additionalProperties' && value === false)
  })
  return Object.fromEntries(kept.map(([key, value]) => [key, tidyValue(key, value)]))
}

const SAFE = Number.MAX_SAFE_INTEGER

function tidyValue(key: string, value: unknown): unknown {
  if (key === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/')
  if (key === 'properties' || key === '$defs') {
    const entries = Object.entries(value as Record<string, JsonSchema>)
    return Object.fromEntries(entries.map(([name, inner]) => [name, tidy(inner)]))
  }
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? tidy(item) : item))
  return isObject(value) && key !== 'default' ? tidy(value) : value
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
