import { Text, Title } from '@mantine/core'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { kindOf } from '../api/graph.ts'
import { actionsOf, embeddedIn, type Link, linksOf, membersOf, type Resource, titleOf } from '../api/resource.ts'
import { parseTarget } from '../api/target.ts'
import { joinPath } from '../api/zoom.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import { ActionForm, Changes } from './changes.tsx'
import { Data } from './data.tsx'
import { Disclosure } from './disclosure.tsx'
import classes from './explorer.module.css'
import { AbsentLinks, KindLink, Links, type Part, ZoomToggle } from './links.tsx'
import { Messages } from './messages.tsx'
import { MissingPaths } from './missing.tsx'

/** Maximum number of embedded resources per relation that are open initially. */
const MAX_OPEN = 5

export function ResourceView({ resource }: { resource: Resource }) {
  const { kinds } = useExplorer()
  const kind = kindOf(kinds, resource.self)
  const title = [kind?.name, titleOf(resource)].filter(Boolean).join(': ')
  return (
    <>
      <Title order={1} tabIndex={-1}>
        {title || 'Resource'}
      </Title>
      {kind !== null && (
        <Text mb="xs">
          {kind.description} In the graph: <KindLink name={kind.name} />
        </Text>
      )}
      {resource.self !== undefined && <SelfFacts self={resource.self} />}
      <MissingPaths resource={resource} />
      <Body resource={resource} kind={kind} path="" />
    </>
  )
}

function SelfFacts({ self }: { self: NonNullable<Resource['self']> }) {
  return (
    <KeyValue
      items={[
        { label: 'type', value: self.type },
        { label: 'uri', value: parseTarget(self.uri).uri || '(empty: the root)' },
        { label: 'max-age', value: `${self['max-age']} s` },
      ]}
    />
  )
}

function Body(part: Part) {
  const { resource, kind, path } = part
  const isForm = actionsOf(resource).length > 0
  // The form already shows these members.
  const members = membersOf(resource).filter(([name]) => !isForm || kind?.fields?.[name] === undefined)
  const hasNoAction = kind?.fields !== undefined && !isForm && !kind.methods.includes('PUT')
  return (
    <div className={classes.body}>
      <Messages messages={resource.messages ?? []} />
      {hasNoAction && <Text c="dimmed">This form cannot be submitted now: it has no action.</Text>}
      {members.length > 0 && <Data members={members} />}
      {isForm && <ActionForm resource={resource} kind={kind} />}
      <Changes {...part} />
      <Links {...part} />
      {isEmptyList(part) && <Text c="dimmed">This list is empty.</Text>}
      <AbsentLinks {...part} />
      {embeddedIn(resource).map(([rel, resources]) => (
        <Embedded
          key={rel}
          rel={rel}
          resources={resources}
          links={linksOf(resource).get(rel) ?? []}
          path={joinPath(path, rel)}
        />
      ))}
    </div>
  )
}

function isEmptyList({ resource: { self, links = [] }, kind }: Part): boolean {
  const isList = kind?.relations.some(({ rel }) => rel === 'element') === true
  return self !== undefined && isList && links.every(({ rel }) => rel !== 'element')
}

type EmbeddedProps = { rel: string; resources: readonly Resource[]; links: readonly Link[]; path: string }

function Embedded({ rel, resources, links, path }: EmbeddedProps) {
  const { kinds } = useExplorer()
  const { names } = useExplorerState()
  return (
    <section className={classes.embedded} aria-label={`Embedded ${path}`}>
      <ZoomToggle path={path} />
      {resources.map((resource, index) => {
        const number = resources.length === 1 ? '' : ` ${index + 1}`
        // Links and resources can be matched only if their counts are equal.
        const link = links.length === resources.length ? (links[index]?.uri ?? '') : ''
        const name = titleOf(resource) || (names.get(parseTarget(resource.self?.uri ?? link).uri) ?? '')
        const summary = (
          <>
            <b>{rel + number}</b> {name}{' '}
            <span className={classes.dim}>{resource.self?.type ?? 'only its embedded resources'}</span>
          </>
        )
        return (
          <Disclosure key={rel + number} summary={summary} isOpen={resources.length <= MAX_OPEN}>
            <Body resource={resource} kind={kindOf(kinds, resource.self)} path={path} />
          </Disclosure>
        )
      })}
    </section>
  )
}
