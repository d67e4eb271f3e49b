// The rules, in the order and in the words of reference/SPEC.md; a test compares the two.
#include <algorithm>

#include "properties/kit/catalog.hpp"

namespace clockwise {
namespace {

const Rule kRules[] = {
    {.slug = "positions",
     .statement = "A ring has M positions 0 … M−1, 2 ≤ M ≤ 2^64; every token has an id "
                  "and a position that no other token has, and a node; no join or leave "
                  "moves a token that stays.",
     .formula = "2 ≤ M ≤ 2^64; 0 ≤ t < M for t ∈ T; t ≠ u ⇒ position(t) ≠ position(u) "
                "and id(t) ≠ id(u); t ∈ T ∩ T′ ⇒ position′(t) = position(t)",
     .theorems = {"positions"},
     .no_property = "positions are given and stay by the form of the interface; what is "
                    "none is refused (refusals)"},
    {.slug = "successor",
     .statement = "A key belongs to the token at the least clockwise distance: the "
                  "first token at or after it, walking up and past M−1 to 0.",
     .formula = "owner(k) = node(succ(k)), succ(k) being the t ∈ T with the least (t − "
                "k) mod M",
     .theorems = {"successor", "successor_first", "successor_sorted", "successor_words",
                  "successor_contracts"},
     .kernels = {"reference/nearest_kernel.h: clockwise_distance",
                 "reference/nearest_kernel.h: nearest_index",
                 "optimized/search_kernel.h: lower_bound_index",
                 "optimized/search_kernel.h: successor_index"}},
    {.slug = "boundary",
     .statement = "A key exactly at a token's position belongs to that token.",
     .formula = "k ∈ T ⇒ succ(k) = k",
     .theorems = {"boundary"},
     .kernels = {"reference/nearest_kernel.h: nearest_index",
                 "optimized/search_kernel.h: successor_index"}},
    {.slug = "wrap",
     .statement = "A key after the largest token belongs to the smallest.",
     .formula = "k > max T ⇒ succ(k) = min T",
     .theorems = {"wrap"},
     .kernels = {"reference/nearest_kernel.h: nearest_index",
                 "optimized/search_kernel.h: successor_index"}},
    {.slug = "arcs",
     .statement = "A token t owns exactly (pred(t), t]: the arcs are disjoint and cover "
                  "the ring, their sizes sum to M, and a lone token owns all M "
                  "positions.",
     .formula = "succ(k) = t ⇔ k ∈ (pred(t), t]; Σ_{t ∈ T} |(pred(t), t]| = M; |(t, t]| "
                "= M",
     .theorems = {"arcs"}},
    {.slug = "join",
     .statement = "Each joining token x takes exactly (p, x], p being its predecessor "
                  "in the new ring, from the node that owned that arc before; no other "
                  "owner changes.",
     .formula = "T′ = T ∪ X; owner′(k) = node(x) if k ∈ (pred′(x), x] for some x ∈ X, "
                "else owner(k)",
     .theorems = {"join"}},
    {.slug = "leave",
     .statement = "A leaving node hands over only the keys it owned, each to the next "
                  "token clockwise of another node; all its tokens leave together.",
     .formula = "T′ = {t ∈ T : node(t) ≠ n}; owner(k) ≠ n ⇒ owner′(k) = owner(k); "
                "owner(k) = n ⇒ owner′(k) = node(succ′(k))",
     .theorems = {"leave"},
     .kernels = {"optimized/remove_kernel.h: drop_node"}},
    {.slug = "inverse",
     .statement = "When nodes that were not members join and then leave, in any order, "
                  "every answer is again what it was; in between the answers differ "
                  "where join says so.",
     .formula = "nodes(X) ∩ nodes(T) = ∅ ⇒ {t ∈ T ∪ X : node(t) ∉ nodes(X)} = T",
     .theorems = {"inverse", "inverse_interleaved"}},
    {.slug = "set",
     .statement = "Placement is a function of the set of tokens: neither the order of "
                  "the input nor the history matters, and renaming nodes renames the "
                  "answers and changes nothing else.",
     .formula = "T = T′ as sets ⇒ owner′(k) = owner(k); owner_{ρ(T)}(k) = ρ(owner_T(k)) "
                "for every one-to-one renaming ρ of the nodes",
     .theorems = {"set"}},
    {.slug = "rotation",
     .statement = "Rotating all tokens and keys by the same amount changes no owner.",
     .formula = "owner_{T+d}((k + d) mod M) = owner_T(k)",
     .theorems = {"rotation"}},
    {.slug = "order",
     .statement = "Only the circular order of tokens and keys matters, and which of "
                  "them coincide: any re-spacing that keeps both, on a ring of any "
                  "size, keeps every owner.",
     .formula = "f keeps the circular order and the coincidences of T ∪ K ⇒ "
                "owner_{f(T)}(f(k)) = owner_T(k) for every k ∈ K",
     .theorems = {"order", "order_small_scope", "order_small_scope_in_one_case",
                  "order_model_compares", "order_bounds"}},
    {.slug = "replicas",
     .statement = "The r replicas of a key are the first r distinct nodes met clockwise "
                  "from it: the first is the owner, r nodes are a prefix of r + 1, the "
                  "next takes over when the owner leaves, and fewer than r nodes is "
                  "refused.",
     .formula = "replicas_r(k) = the first r distinct nodes of node(t₁), node(t₂), …, "
                "the tokens by ascending (t − k) mod M",
     .theorems = {"replicas"},
     .kernels = {"optimized/walk_kernel.h: meet_nodes"}},
    {.slug = "replica-stability",
     .statement = "One node joining, gaining tokens or leaving, with however many "
                  "tokens, changes at most one member of any key's replica set, where "
                  "there are at least r nodes before and after.",
     .formula = "T and T′ differ in tokens of one node only, and each has r nodes or "
                "more ⇒ |replicas′_r(k) ∖ replicas_r(k)| ≤ 1",
     .theorems = {"replica_stability", "replica_stability_of_changes"}},
    {.slug = "refusals",
     .statement = "What cannot be answered is refused by kind, over the whole batch at "
                  "once, and a refused change changes nothing.",
     .formula = "a refused call leaves the ring as it was; its kind is the first in the "
                "operation's order that applies to any part of the batch",
     .theorems = {"refusals", "refusals_decide_validity", "refusals_decidable",
                  "refusals_none_asked"}},
    {.slug = "pure",
     .statement = "Asking changes nothing, and the same question gets the same answer.",
     .formula = "for every question q to a ring in state S: the answer is f(S, q), and "
                "the state afterwards is S",
     .theorems = {"pure"}},
    {.slug = "share",
     .statement = "Of N + 1 distinct positions, each named the newcomer's in turn, "
                  "exactly one makes the newcomer the owner of a given key: its mean "
                  "share is exactly 1/(N + 1).",
     .formula = "Σ_{x ∈ P} [succ_P(k) = x] = 1 for every k and every P of N + 1 "
                "positions; hence v/V for v tokens of V, and K·j/(N + j) of K keys for "
                "j joining tokens",
     .theorems = {"share"}},
    {.slug = "identity",
     .statement = "Two keys at one position have one owner and stay two keys: they are "
                  "counted, listed and moved separately.",
     .formula = "position(k₁) = position(k₂) ⇒ owner(k₁) = owner(k₂); k₁ ≠ k₂ ⇒ two "
                "answers, two entries, two moves",
     .theorems = {"identity"}},
    {.slug = "handover",
     .statement = "A new placement moves no data: straight after a join, a read of a "
                  "moved key at its new owner finds nothing until the copy arrives.",
     .formula = "owner′(k) ≠ owner(k) and k not yet copied ⇒ read(owner′(k), k) = "
                "nothing",
     .theorems = {"handover", "handover_plan"}},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule* find_rule(std::string_view slug) {
  const auto* found = std::ranges::find(kRules, slug, &Rule::slug);
  return found == std::end(kRules) ? nullptr : found;
}

}  // namespace clockwise
