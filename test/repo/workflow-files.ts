// The repository's workflows, actions and examples, and the complete workflows in its documents.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { root } from '../support/runner/metadata.ts'
import type { Job, Step, Workflow } from '../support/runner/workflow.ts'

export interface TextFile {
  readonly path: string
  readonly text: string
}

export interface WorkflowFile extends TextFile {
  readonly workflow: Workflow
}

export const actionFiles = globSync(['action.yml', '.github/actions/*/action.yml'], {
  cwd: root,
})
  .map((path) => path.replaceAll('\\', '/'))
  .map(read)
export const ownWorkflows = workflowsIn('.github/workflows')
export const examples = workflowsIn('examples')
export const documentedWorkflows = ['README.md', ...markdownIn('docs')].flatMap((path) => {
  const blocks = [...read(path).text.matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(([, text = '']) => text)
  const whole = blocks.filter((text) => /^jobs:/m.test(text))
  return whole.map((text, index) => toWorkflow({ path: `${path}, workflow ${index + 1}`, text }))
})

export const allWorkflows = [...ownWorkflows, ...examples, ...documentedWorkflows]

export interface JobInFile {
  readonly path: string
  readonly name: string
  readonly job: Job
  readonly workflow: Workflow
}

export function jobsOf({ path, workflow }: WorkflowFile): JobInFile[] {
  return Object.entries(workflow.jobs).map(([name, job]) => ({
    path: `${path}: ${name}`,
    name,
    job,
    workflow,
  }))
}

export function stepsOf(file: WorkflowFile): { readonly path: string; readonly step: Step }[] {
  return jobsOf(file).flatMap(({ path, job }) =>
    (job.steps ?? []).map((step, index) => ({ path: `${path}, step ${index + 1}`, step })),
  )
}

function workflowsIn(folder: string): WorkflowFile[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => toWorkflow(read(`${folder}/${name}`)))
}

function markdownIn(folder: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

function toWorkflow(file: TextFile): WorkflowFile {
  return { ...file, workflow: parse(file.text) as Workflow }
}

function read(path: string): TextFile {
  return { path, text: readFileSync(new URL(path, root), 'utf8') }
}
