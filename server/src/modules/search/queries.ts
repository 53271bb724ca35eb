import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'

/** More words than people misspell at once, and more letters than a word has. */
const MAX_WORDS = 8
const MAX_WORD_LENGTH = 50
const MAX_PAIR_LENGTH = 20
/** A prefix of words in this many products is not treated as misspelled. */
const COMMON_MATCHES = 3
const MAX_SUGGESTIONS = 60
/**
 * Words of many products are found among so many of the newest. The index would return every product with such a word, in a
 * large shop for a tenth of a second, only to tell that there is one. If a shop has no more products, the index is not needed
 * at all: for the beginning of a word, it reads its products of all shops before it looks for those of one.
 */
const NEWEST = 100
/** As many matches among the newest make a search common: reading from the newest on probably finds as many as a list needs. */
const COMMON_IN_NEWEST = 20
/** Words of as many products are equally common, unless they are common among the newest. */
const MAX_COUNTED = 1000

const WordMatch = Type.Object({
  word: Type.String(),
  query: Type.String(),
  /** Higher for a more common word. */
  count: Type.Integer(),
})
export type WordMatch = Static<typeof WordMatch>

const QueryWord = Type.Object({
  word: Type.String(),
  /** Matches words with this prefix. */
  prefix: Type.String(),
  /** Also matches other forms of the word. */
  term: Type.String(),
  /** A published product contains the word or another form of it. */
  isKnown: Type.Boolean(),
  /** Vocabulary words with a similar spelling. */
  near: Type.Array(Type.String()),
  /** The word split into two adjacent words of a published product: tshirt, T-shirt. */
  split: Nullable(WordMatch),
})
export type QueryWord = Static<typeof QueryWord>

const SearchAnalysis = Type.Object({
  /** Matches products that contain a word with each prefix, or whose SKU or barcode starts with the whole query. */
  strict: Type.String(),
  /** Also matches other forms of the words. */
  matching: Type.String(),
  /** Whether any published product matches. */
  found: Type.Boolean(),
  /** Whether the newest products are all that the shop has. */
  shopIsSmall: Type.Boolean(),
  /** Whether many of the newest products match. */
  isCommon: Type.Boolean(),
  words: Type.Array(QueryWord),
})

const CodeSearch = Type.Object({ query: Type.String(), productIds: Nullable(Type.Array(Id('prod'))) })

/**
 * If a published product has this SKU or barcode: what matches all that begin with it, and those products, unless there are
 * more than `limit`.
 */
export const findCode = (ctx: Ctx, code: string, limit: number) =>
  ctx.db.row(
    CodeSearch,
    sql`
      with matches as materialized (
        select product_id, search_vector @@ (select left(search_prefix(${code}), -2)::tsquery) as is_exact
        from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
          and search_vector @@ (select search_prefix(${code})::tsquery)
        limit ${limit} + 1
      ), found as (
        select count(*) <= ${limit} as is_complete, bool_or(is_exact) as has_exact, array_agg(product_id) as product_ids from matches
      )
      select search_prefix(${code}) as query, case when is_complete then product_ids end as product_ids
      from found
      where has_exact or (not is_complete and exists (
        select from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
          and search_vector @@ (select left(search_prefix(${code}), -2)::tsquery)
      ))`,
  )

/**
 * Only published products determine which words are known: a draft must not change what buyers find. Words with
 * digits are codes, not misspellings.
 */
export const analyzeSearch = (ctx: Ctx, q: string) =>
  ctx.db.one(
    SearchAnalysis,
    sql`
      with newest as materialized (
        -- Concatenated to read it from its storage once, not again for each word.
        select search_vector || '' as search_vector from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        order by product_id desc
        limit ${NEWEST + 1}
      ),
      shop as materialized (
        select count(*) <= ${NEWEST} as is_small from newest
      ),
      query_words as materialized (
        select ordinal, word, prefix, term, languages,
          exists (select from newest where search_vector @@ exact)
          or not (select is_small from shop) and exists (
            select from listings as listing
            where listing.environment_id = ${ctx.environmentId}
              and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
              and search_vector @@ exact
          )
          -- A stem only counts for a word of the same language with the same prefix, because the index contains the
          -- stems of all languages.
          or exists (
            select from unnest(languages) as code
            join search_vocabulary as vocabulary on vocabulary.environment_id = ${ctx.environmentId}
              and vocabulary.word >= left(input.word, 3) and vocabulary.word < left(input.word, 3) || chr(1114111)
              and plainto_tsquery(search_dictionary(code), vocabulary.word) = plainto_tsquery(search_dictionary(code), input.word)
            cross join lateral (
              select plainto_tsquery('simple', vocabulary.word) as form, plainto_tsquery(search_dictionary(code), input.word) as stem
              offset 0
            ) as forms
            where exists (select from newest where search_vector @@ form and search_vector @@ stem) or not (select is_small from shop) and exists (
              select from listings as listing
              where listing.environment_id = ${ctx.environmentId}
                and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
                and search_vector @@ form and search_vector @@ stem
            )
          ) as is_known,
          case
            when (select is_small from shop) or (select count(*) from newest where search_vector @@ prefix) >= ${COMMON_MATCHES}
            then (select count(*) from newest where search_vector @@ prefix)
            else (select count(*) from (
              select from listings as listing
              where listing.environment_id = ${ctx.environmentId}
                and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
                and search_vector @@ prefix
              limit ${COMMON_MATCHES}
            ) as sample)
          end as matches
        from (
          select terms.*, search_languages as languages, plainto_tsquery('simple', word) as exact
          from environments cross join lateral search_terms(search_languages, ${q}) as terms
          where environments.id = ${ctx.environmentId}
          offset 0
        ) as input
        where ordinal <= ${MAX_WORDS + 1}
      ),
      checked_words as materialized (
        select *, not is_known and matches < ${COMMON_MATCHES} and length(word) between 3 and ${MAX_WORD_LENGTH} and word !~ '[0-9]'
          and (select count(*) from query_words) <= ${MAX_WORDS} as is_suspect
        from query_words
      ),
      full_query as materialized (
        select
          concat_ws(' | ', '(' || string_agg('(' || prefix::text || ')', ' & ') || ')', code) as strict,
          concat_ws(' | ', '(' || string_agg('(' || case when is_suspect then prefix else term end::text || ')', ' & ') || ')', code)
            as matching_text
        from (select search_prefix(nullif(lower(trim(${q})), '')) as code) as product_code
        left join checked_words on true
        group by code
      )
      select strict, matching::text,
        (select is_small from shop) as shop_is_small,
        (select count(*) from newest where search_vector @@ matching) >= ${COMMON_IN_NEWEST} as is_common,
        exists (select from newest where search_vector @@ matching) or not (select is_small from shop) and exists (
          select from listings as listing
          where listing.environment_id = ${ctx.environmentId}
            and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
            and search_vector @@ matching
        ) as found,
        coalesce((
          select json_agg(json_build_object('word', word, 'prefix', prefix::text, 'term', term::text, 'isKnown', is_known,
            'near', coalesce(near.list, '[]'), 'split', split.pair) order by ordinal)
          from checked_words
          left join lateral (
            select json_agg(word) as list from (
              select vocabulary.word
              from search_vocabulary as vocabulary
              where is_suspect and vocabulary.environment_id = ${ctx.environmentId} and (
                (length(vocabulary.word) between length(checked_words.word) - 3 and length(checked_words.word) + 3
                  and levenshtein_less_equal(checked_words.word, vocabulary.word, 3) <= case when length(checked_words.word) > 8 then 3 else 2 end)
                or (length(checked_words.word) > 3 and right(vocabulary.word, length(checked_words.word)) = checked_words.word)
              )
              order by levenshtein_less_equal(checked_words.word, vocabulary.word, 3), vocabulary.word
              limit ${MAX_SUGGESTIONS}
            ) as nearest
          ) as near on true
          left join lateral (
            select json_build_object('word', left(word, at) || ' ' || substr(word, at + 1), 'query', pair::text, 'count', 1) as pair
            from generate_series(1, length(word) - 3) as at
            cross join lateral (
              select plainto_tsquery('simple', left(word, at)) <-> search_query(languages, substr(word, at + 1)) as pair
              offset 0
            ) as halves
            where is_suspect and matches = 0 and length(word) <= ${MAX_PAIR_LENGTH} and (exists (
              select from newest where search_vector @@ pair
            ) or not (select is_small from shop) and exists (
              select from listings as listing
              where listing.environment_id = ${ctx.environmentId}
                and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
                and listing.search_vector @@ pair
            ))
            limit 1
          ) as split on true
        ), '[]') as words
      from (select strict, matching_text::tsquery as matching from full_query offset 0) as search`,
  )

/** Returns the words that published products contain, and how common they are. */
export const countWordMatches = (ctx: Ctx, words: string[]) =>
  ctx.db.rows(
    WordMatch,
    sql`
      with newest as materialized (
        -- Concatenated to read it from its storage once, not again for each word.
        select search_vector || '' as search_vector from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        order by product_id desc
        limit ${NEWEST + 1}
      ),
      shop as materialized (
        select count(*) <= ${NEWEST} as is_small from newest
      )
      select word, search_word(search_languages, word)::text as query,
        case when in_newest.count >= ${COMMON_IN_NEWEST} then ${MAX_COUNTED} + in_newest.count
          when shop.is_small then in_newest.count
          else in_all.count
        end::integer as count
      from environments
      cross join shop
      cross join lateral (
        select word, plainto_tsquery('simple', word) as exact from unnest(${words}::text[]) as word offset 0
      ) as input
      cross join lateral (
        select count(*) from newest where search_vector @@ exact
      ) as in_newest
      cross join lateral (
        select count(*) from (
          select from listings as listing
          where in_newest.count < ${COMMON_IN_NEWEST} and not shop.is_small and listing.environment_id = ${ctx.environmentId}
            and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
            and search_vector @@ exact
          limit ${MAX_COUNTED}
        ) as counted
      ) as in_all
      where environments.id = ${ctx.environmentId} and (in_newest.count > 0 or in_all.count > 0)`,
  )

const FirstMatching = Type.Object({
  position: Type.Integer(),
  /** Whether many of the newest products match. */
  isCommon: Type.Boolean(),
})

/** Returns the first query that matches a published product. */
export const findFirstMatching = (ctx: Ctx, queries: string[]) =>
  ctx.db.row(
    FirstMatching,
    sql`
      with newest as materialized (
        select search_vector from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        order by product_id desc
        limit ${NEWEST + 1}
      ),
      shop as materialized (
        select count(*) <= ${NEWEST} as is_small from newest
      )
      select position::integer,
        (select count(*) from newest where search_vector @@ query) >= ${COMMON_IN_NEWEST} as is_common
      from (
        select text::tsquery as query, position from unnest(${queries}::text[]) with ordinality as attempt (text, position) offset 0
      ) as search
      where exists (select from newest where search_vector @@ query) or not (select is_small from shop) and exists (
        select from listings as listing
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
          and search_vector @@ query
      )
      order by position
      limit 1`,
  )
