import { Anchor, Code, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import type { Kind, Operation, Relation, Schema } from '../api/graph.ts'
import { graphHash } from '../api/target.ts'
import { KindLink } from './links.tsx'

export function KindList({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <>
      <Title order={1} tabIndex={-1}>
        Graph
      </Title>
      <Text mb="sm">
        The kinds of resources, as programs read them in <Anchor href="description">the description</Anchor> and in{' '}
        <Anchor href="graph">the graph</Anchor>. Paths can change with every version: clients follow links.
      </Text>
      <Rows
        label="Kinds of resources"
        rows={kinds}
        keyOf={({ name }) => name}
        columns={[
          { header: 'Name', cell: ({ name }) => <KindLink name={name} /> },
          { header: 'Path', cell: ({ path }) => <Code>{path || '/'}</Code> },
          { header: 'Meaning', cell: ({ description }) => description },
        ]}
      />
    </>
  )
}

/** Graph entry and description of a kind. */
export function KindView({ kind, kinds }: { kind: Kind; kinds: readonly Kind[] }) {
  const { name, type, path, description, members, operations, relations } = kind
  const sources = kinds.filter((one) => one.relations.some(({ to }) => to === name))
  return (
    <>
      <Title order={1} tabIndex={-1}>
        {name}
      </Title>
      <Text mb="sm">{description}</Text>
      <KeyValue
        items={[
          { label: 'type', value: type },
          { label: 'path', value: path || '/' },
        ]}
      />
      <SchemaRows title="Members" schema={members} />
      <RelationRows relations={relations} />
      {operations.map((operation) => (
        <OperationView key={operation.method} operation={operation} />
      ))}
      <Heading>Linked from</Heading>
      <Text mb="sm">
        {sources.length === 0 ? 'Clients know its address.' : <KindLinks names={sources.map((one) => one.name)} />}
      </Text>
      <Anchor href={graphHash()}>All kinds of resources</Anchor>
    </>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={2} mt="lg" mb="xs">
      {children}
    </Title>
  )
}

function KindLinks({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index === 0 ? '' : ', '}
      <KindLink name={name} />
    </Fragment>
  ))
}

function RelationRows({ relations }: { relations: readonly Relation[] }) {
  if (relations.length === 0) return null
  return (
    <>
      <Heading>Links</Heading>
      <Rows
        label="Links"
        rows={[...Map.groupBy(relations, ({ rel }) => rel)]}
        keyOf={([rel]) => rel}
        columns={[
          { header: 'Relation', cell: ([rel]) => <Code>{rel}</Code> },
          { header: 'Leads to', cell: ([, targets]) => <KindLinks names={targets.map(({ to }) => to)} /> },
          { header: 'Present', cell: ([, targets]) => targets[0]?.when || 'always' },
          { header: 'Meaning', cell: ([, targets]) => targets[0]?.description },
        ]}
      />
    </>
  )
}

function OperationView({ operation }: { operation: Operation }) {
  const { method, description, roles = [], body, 'leads-to': target } = operation
  return (
    <>
      <Heading>{method}</Heading>
      <Text mb="sm">
        {description}
        {roles.length === 1 && ` Only for the role ${roles[0]}.`}
        {target !== undefined && (
          <>
            {' '}
            Leads to <KindLink name={target.name} />.
          </>
        )}
      </Text>
      {body !== undefined && <SchemaRows schema={body} title={null} />}
    </>
  )
}

/** Members of an object schema. `title` is null for a body, which the operation names. */
function SchemaRows({ title, schema: { properties = {}, required = [] } }: { title: string | null; schema: Schema }) {
  const rows = Object.entries(properties)
  if (rows.length === 0) return null
  return (
    <>
      {title !== null && <Heading>{title}</Heading>}
      <Rows
        label={title ?? 'Body'}
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { header: 'Name', cell: ([name]) => <Code>{name}</Code> },
          { header: 'Type', cell: ([, { type, enum: values }]) => values?.join(', ') ?? type },
          { header: 'Required', cell: ([name]) => (required.includes(name) ? 'yes' : 'no') },
          { header: 'Meaning', cell: ([, { description }]) => description },
        ]}
      />
    </>
  )
}
