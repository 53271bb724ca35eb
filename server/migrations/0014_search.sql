create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Candidates for the correction of misspelled words: from titles, vendors, types, tags and option values. A word may
-- outlive its product.
create table search_vocabulary (
  environment_id uuid not null references environments,
  word text collate "C" not null check (length(word) between 3 and 50),
  primary key (environment_id, word)
);

-- Removes accents, case and punctuation, for documents and queries alike.
create function search_fold(words text) returns text language sql stable as $$
  select trim(regexp_replace(lower(unaccent(words)), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- Like search_fold, but keeps accents.
create function search_fold_case(words text) returns text language sql immutable as $$
  select trim(regexp_replace(lower(words), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- The text search configuration of a language.
create function search_dictionary(code text) returns regconfig language sql immutable as $$
  select (case code
    when 'ar' then 'pg_catalog.arabic'
    when 'da' then 'pg_catalog.danish'
    when 'de' then 'pg_catalog.german'
    when 'el' then 'pg_catalog.greek'
    when 'en' then 'pg_catalog.english'
    when 'es' then 'pg_catalog.spanish'
    when 'fi' then 'pg_catalog.finnish'
    when 'fr' then 'pg_catalog.french'
    when 'hu' then 'pg_catalog.hungarian'
    when 'id' then 'pg_catalog.indonesian'
    when 'it' then 'pg_catalog.italian'
    when 'nl' then 'pg_catalog.dutch'
    when 'no' then 'pg_catalog.norwegian'
    when 'pt' then 'pg_catalog.portuguese'
    when 'ro' then 'pg_catalog.romanian'
    when 'ru' then 'pg_catalog.russian'
    when 'sv' then 'pg_catalog.swedish'
    when 'tr' then 'pg_catalog.turkish'
    else 'pg_catalog.simple' end)::regconfig
$$;

-- The document of a product: its words as written and their stems in the shop's languages, the title with the most
-- weight. Words with accents are also stored with them: `thé` must find the vendor Maison Thé, not the English article.
create function search_document(languages text[], title text, names text, details text, body text) returns tsvector
language plpgsql stable as $$
declare
  code text;
  language regconfig;
  words tsvector := setweight(to_tsvector('simple', search_fold_case(title)), 'A')
    || setweight(to_tsvector('simple', search_fold_case(names)), 'B');
begin
  foreach code in array array['simple'] || languages loop
    language := search_dictionary(code);
    words := words
      || setweight(to_tsvector(language, search_fold(title)), 'A')
      || setweight(to_tsvector(language, search_fold(names)), 'B')
      || setweight(to_tsvector(language, search_fold(details)), 'C')
      || setweight(to_tsvector(language, search_fold(body)), 'D');
  end loop;
  return words;
end
$$;

-- The word as a prefix in tsquery syntax, with its special characters escaped.
create function search_prefix(word text) returns text language sql immutable as $$
  select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*'
$$;

-- A whole word, as written or by its stem in any of the languages.
create function search_word(languages text[], word text) returns tsquery language plpgsql stable as $$
declare
  code text;
  result tsquery := plainto_tsquery('simple', word);
begin
  foreach code in array languages loop
    result := result || plainto_tsquery(search_dictionary(code), word);
  end loop;
  return result;
end
$$;

-- The words of a query, each with what it matches: `prefix` matches prefixes, also of the word joined to a neighbor
-- (tea pot, teapot), and `term` matches stems too. A stem matches whole stems only: as a prefix, the German stem of
-- "linnen" matched the name Linnea. Stop words match everything, unless the query has nothing else.
create function search_terms(languages text[], input text)
returns table (ordinal integer, word text, prefix tsquery, term tsquery)
language plpgsql stable as $$
declare
  code text;
  form text;
  stem tsquery;
  words text[] := array_remove(string_to_array(search_fold(input), ' '), '');
  accented text[] := array_remove(string_to_array(search_fold_case(input), ' '), '');
begin
  for at in 1 .. cardinality(words) loop
    ordinal := at;
    word := words[at];
    prefix := to_tsquery('simple', search_prefix(word));
    term := prefix;
    foreach form in array array_remove(array[word, words[at - 1] || word, word || words[at + 1]], null) loop
      if form <> word then
        prefix := prefix || to_tsquery('simple', search_prefix(form));
        term := term || prefix;
      end if;
      foreach code in array languages loop
        stem := plainto_tsquery(search_dictionary(code), form);
        if form = word and numnode(stem) = 0 then term := null; end if;
        term := term || stem;
      end loop;
    end loop;
    if term is null and cardinality(accented) = cardinality(words) and accented[at] <> word then
      prefix := to_tsquery('simple', search_prefix(accented[at]));
      term := prefix;
    end if;
    if term is null and cardinality(words) = 1 then
      prefix := to_tsquery('simple', search_prefix(word) || 'ABC');
      term := prefix;
    end if;
    if term is not null then return next; end if;
  end loop;
end
$$;

-- Matches products that contain every word, or whose SKU or barcode begins with the whole query.
create function search_query(languages text[], input text) returns tsquery language plpgsql stable as $$
declare
  term tsquery;
  code text := lower(trim(input));
  combined tsquery := '';
begin
  for term in select terms.term from search_terms(languages, input) as terms loop
    combined := combined && term;
  end loop;
  if code <> '' then combined := combined || search_prefix(code)::tsquery; end if;
  return combined;
end
$$;

-- Higher is better. What counts most is the field that contains all words (the title, then vendor, type and tags, then
-- options and SEO texts), next whether the title equals or begins with the query, then how often the words occur.
create function search_rank(words tsvector, title_key text, query tsquery, folded text) returns float8
language sql immutable as $$
  select case
      when ts_filter(words, '{a}') @@ query then 4
      when ts_filter(words, '{a,b}') @@ query then 3
      when ts_filter(words, '{a,b,c}') @@ query then 2
      else 1
    end
    + case when title_key = folded then 2 when starts_with(title_key, folded) then 1 else 0 end
    + round(ts_rank(words, query)::numeric, 4)::float8
$$;
