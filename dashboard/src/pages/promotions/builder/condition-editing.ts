import type { FieldProps } from '../../../kit/form/context.tsx'
import type { Place, Tree } from '../rules/condition-tree.ts'

/** Callbacks with which a node changes its tree. */
export type Editing = {
  root: Tree | null
  /** Changes values only. */
  change: (root: Tree | null) => void
  /** Changes the structure, announces the change, and focuses the condition at `place`. */
  edit: (root: Tree | null, place: Place, said: string) => void
  idOf: (place: Place) => string
}

export type NodeProps = Pick<FieldProps, 'field' | 'path'> & { tree: Tree; place: Place; editing: Editing }
